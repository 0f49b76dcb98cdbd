"""The live page: what a running match looks like in a browser, and who may do what there.

snapshot   one moment of a match, frozen, taken in the loop's thread
public     what of a record everybody may know
view       a snapshot as one viewer sees it, in the viewer's language: plain JSON values
pose       where the mat's cells lie in the camera's picture
planning   what each seat plans in secret, and what it is committed by
pictures   the camera's picture, cut to the mat, as JPEG
doors      tokens, roles, hosts: who comes in; keyring keeps who came, beside the log
desk       between the loop's thread and the server's
server     the routes (Starlette); serve runs them beside the match
page/      the page's own files: HTML, CSS, ES modules
"""
