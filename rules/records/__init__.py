"""Files with a contract: match log, print manifest, tag codec."""
