import { spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";

const signer = `
import sys, json, dkim
given = json.load(sys.stdin)
message, key = given["message"].encode(), given["key"].encode()
selector, domain = given["selector"].encode(), given["domain"].encode()
records = given["records"]
find = lambda name, timeout=5: records.get(name.decode().rstrip("."), "").encode()
headers = [b"from", b"to", b"subject", b"date"]
if given["authserv"]:
    dkim.ARC.SHOULD = []
    lines = dkim.arc_sign(message, selector, domain, key, given["authserv"].encode(), headers, dnsfunc=find)
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
  const name = `${selector}._domainkey.${domain}`;
  const record = `v=DKIM1; k=rsa; p=${publicKey.toString("base64")}`;
  const run = (message: string, authserv: string, known: Record<string, string>): string => {
    const input = JSON.stringify({
      message,
      key: privateKey,
      selector,
      domain,
      authserv,
      records: { ...known, [name]: record },
    });
    const { stdout, stderr, status } = spawnSync("/usr/bin/python3", ["-c", signer], { input });
    if (status !== 0) {
      throw new Error(`not signed: ${stderr}`);
    }
    return `${stdout.toString("latin1")}${message}`;
  };
  return {
    domain,
    records: { [name]: { TXT: [record] } },
    /** With a DKIM signature of the domain. */
    sign: (message: string) => run(message, "", {}),
    /** With an ARC seal of the domain above those of the others, for results like `dmarc=pass header.from=example.com`. */
    seal: (message: string, results: string, others: { records: Record<string, { TXT: string[] }> }[] = []) =>
      run(
        `Authentication-Results: ${domain}; ${results}\r\n${message}`,
        domain,
        Object.fromEntries(
          others.flatMap(({ records }) =>
            Object.entries(records).map(([key, { TXT }]) => [key, TXT[0] ?? ""]),
          ),
        ),
      ),
  };
}
