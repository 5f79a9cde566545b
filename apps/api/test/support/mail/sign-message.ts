import { spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";

const signer = `
import sys, json, dkim
from types import SimpleNamespace as Object
# What dkim needs of the package authres.
class Results:
    @staticmethod
    def parse(line):
        authserv, *parts = line.split(":", 1)[1].split(";")
        pairs = [part.split()[0].split("=") for part in parts if "=" in part]
        results = [Object(method=method, result=result) for method, result in pairs]
        return Object(authserv_id=authserv.strip(), results=results)
dkim.authres = Object(AuthenticationResultsHeader=Results, core=Object(SyntaxError=ValueError))
given = json.load(sys.stdin)
message, key = given["message"].encode(), given["key"].encode()
selector, domain = given["selector"].encode(), given["domain"].encode()
headers = [b"from", b"to", b"subject", b"date"]
if given["authserv"]:
    lines = dkim.arc_sign(message, selector, domain, key, given["authserv"].encode(), include_headers=headers)
else:
    lines = [dkim.sign(message, selector, domain, key, include_headers=headers)]
sys.stdout.buffer.write(b"".join(lines))
`;

/** A sender outside with a DKIM key, whose record it gives to the servers' resolver. */
export function createSigner(domain: string) {
  const selector = "test";
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "der" },
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
  });
  const record = `v=DKIM1; k=rsa; p=${publicKey.toString("base64")}`;
  const run = (message: string, authserv: string): string => {
    const input = JSON.stringify({ message, key: privateKey, selector, domain, authserv });
    const { stdout, stderr, status } = spawnSync("/usr/bin/python3", ["-c", signer], { input });
    if (status !== 0) {
      throw new Error(`not signed: ${stderr}`);
    }
    return `${stdout.toString("latin1")}${message}`;
  };
  return {
    records: { [`${selector}._domainkey.${domain}`]: { TXT: [record] } },
    /** With a DKIM signature of the domain. */
    sign: (message: string) => run(message, ""),
    /** With an ARC seal of the domain, for results like `arc=pass; dmarc=pass header.from=example.com`. */
    seal: (message: string, results: string) =>
      run(`Authentication-Results: ${domain}; ${results}\r\n${message}`, domain),
  };
}
