// Changes the token of a link for a cookie. The token stands behind the #, so it is never sent to a
// server by opening a link, and a preview of the link uses nothing up.
const token = location.hash.slice(1);
history.replaceState(null, "", "/join");

async function enter() {
  try {
    const answer = await fetch("/join", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token }),
    });
    if (answer.ok) {
      location.replace("/");
      return;
    }
  } catch {
    // nobody answers: the same to whoever holds the link
  }
  document.getElementById("used").hidden = false;
}

enter();
