import { get as getPlain } from "node:http";
import { get as getSecure } from "node:https";
import { isIP } from "node:net";
import { type ConnectionOptions, connect, type PeerCertificate } from "node:tls";
import { querySystemResolver } from "../../adapters/dns/resolvers.ts";
import { isPrivateAddress } from "../../adapters/http-egress/address-ranges.ts";
import type { Env } from "../../env.ts";
import { type Check, type Finding, failed, judged, ok, reasonOf, skipped, warning } from "./finding.ts";
import type { KnownFacts } from "./known-facts.ts";
import { inWords, judgeCertificate } from "./thresholds.ts";

const limitMs = 10_000;

type Settings = Pick<
  Env,
  "API_URL" | "PANEL_URL" | "ZONEPOST_MODE" | "mailServers" | "mailDns" | "MAIL_HOST_NAME"
>;

/** The names that people and programs use: whether they resolve, have certificates and lead here. */
export function addressChecks(env: Settings, facts: KnownFacts): Check[] {
  const isLive = env.ZONEPOST_MODE === "live";
  const ours = [
    { id: "panel", name: "PANEL_URL", url: new URL(env.PANEL_URL), path: "/sign-in" },
    { id: "api", name: "API_URL", url: new URL(env.API_URL), path: "/health/live" },
  ];
  return [
    ...ours.flatMap(({ id, name, url, path }): Check[] => [
      {
        id: `${id}-dns`,
        group: "Addresses",
        run: () => checkNames([bare(url.hostname)], { isLive, what: name }),
      },
      { id: `${id}-certificate`, group: "Addresses", run: () => checkCertificateOf(url) },
      { id: `${id}-answer`, group: "Addresses", run: () => checkAnswer(url, path, facts) },
    ]),
    ...mailChecks(env, isLive),
  ];
}

function mailChecks({ mailServers, mailDns }: Settings, isLive: boolean): Check[] {
  const group = "Mail hosts";
  if (!mailServers || !mailDns || !isLive) {
    const none = skipped(
      "No mail servers are configured.",
      "Nothing to do. To host mailboxes, see docs/mail.md and set MAIL_HOST_NAME.",
    );
    return [{ id: "mail-dns", group, run: async () => none }];
  }
  const { imap, submission, sieve } = mailServers;
  const names = [
    ...new Set([
      mailServers.hostName,
      imap.host,
      submission.host,
      ...(sieve ? [sieve.host] : []),
      ...mailDns.mxHosts,
    ]),
  ];
  return [
    { id: "mail-dns", group, run: () => checkNames(names, { isLive, what: "the mail servers" }) },
    { id: "imap-certificate", group, run: () => checkCertificate(imap.host, imap.port) },
    { id: "submission-certificate", group, run: () => checkCertificate(submission.host, submission.port) },
  ];
}

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, "");

async function checkNames(
  names: readonly string[],
  { isLive, what }: { isLive: boolean; what: string },
): Promise<Finding> {
  const found = await Promise.all(
    names.map(async (name) => ({
      name,
      addresses: isIP(name) ? [name] : await querySystemResolver(name, AbortSignal.timeout(limitMs)),
    })),
  );
  const unknown = found.filter(({ addresses }) => addresses === "unknown").map(({ name }) => name);
  const missing = found.filter(({ addresses }) => addresses.length === 0).map(({ name }) => name);
  if (missing.length > 0) {
    return failed(
      `${missing.join(", ")} (${what}) has no address.`,
      "Publish A or AAAA records for the name, or correct the setting.",
    );
  }
  if (unknown.length > 0) {
    return skipped(
      `The resolver doesn't respond for ${unknown.join(", ")}.`,
      "Check this machine's DNS resolver.",
    );
  }
  const listed = found
    .map(({ name, addresses }) => `${name} has ${[addresses].flat().join(", ")}`)
    .join("; ");
  const isPrivate = found.some(({ addresses }) => [addresses].flat().every(isPrivateAddress));
  return isPrivate && isLive
    ? warning(
        `${listed}: not reachable from the internet.`,
        "If people elsewhere should reach it, publish its public address.",
      )
    : ok(`${listed}.`);
}

const checkCertificateOf = async (url: URL): Promise<Finding> =>
  url.protocol === "https:"
    ? checkCertificate(bare(url.hostname), Number(url.port || 443))
    : skipped(
        `${url.origin} has no TLS.`,
        "Nothing to do on this machine; elsewhere, use an https: address.",
      );

async function checkCertificate(host: string, port: number): Promise<Finding> {
  const where = `${host}:${port}`;
  const found = await handshake({ host, port, ...(isIP(host) ? {} : { servername: host }) }).catch(
    (error: unknown) => reasonOf(error),
  );
  if (typeof found === "string" && found.includes("ENOTFOUND")) {
    return skipped(`${host} has no address to connect to.`, "Make the DNS check succeed first.");
  }
  if (typeof found === "string") {
    return failed(
      `${where} makes no TLS connection (${found}).`,
      "Check that it listens there and that no firewall is between.",
    );
  }
  const { certificate, mistake } = found;
  const leftMs = Date.parse(certificate.valid_to) - Date.now();
  if (mistake !== null && leftMs > 0) {
    return failed(
      `The certificate of ${where} isn't trusted (${mistake}).`,
      "Install one for this name, with its intermediate certificates. NODE_EXTRA_CA_CERTS adds an authority of your own.",
    );
  }
  return judged(
    judgeCertificate(leftMs),
    leftMs > 0
      ? `The certificate of ${where} is valid for ${inWords(leftMs)} more.`
      : `The certificate of ${where} expired ${inWords(leftMs)} ago.`,
    "Renew it, and check why that didn't happen automatically.",
  );
}

/** The certificate also if it isn't trusted, with the reason. */
function handshake(
  options: ConnectionOptions,
): Promise<{ certificate: PeerCertificate; mistake: string | null }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ ...options, rejectUnauthorized: false, timeout: limitMs }, () => {
      const mistake = socket.authorized
        ? null
        : String(socket.authorizationError?.message ?? socket.authorizationError);
      resolve({ certificate: socket.getPeerCertificate(), mistake });
      socket.destroy();
    });
    socket.once("timeout", () => socket.destroy(new Error("no answer")));
    socket.once("error", reject);
  });
}

async function checkAnswer(url: URL, path: string, { isRunning }: KnownFacts): Promise<Finding> {
  const address = `${url.origin}${path}`;
  const found = await statusOf(address).catch((error: unknown) => reasonOf(error));
  if (found === 200) {
    return ok(`${address} responds.`);
  }
  if (isRunning === false) {
    return skipped(`${url.origin} doesn't respond: Zonepost isn't running here.`, "Start it with npm start.");
  }
  return failed(
    `${address} doesn't respond as it should (${found}).`,
    "Check that the process and the proxy in front of it are running, and that this name leads to them.",
  );
}

const statusOf = (address: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const get = address.startsWith("https:") ? getSecure : getPlain;
    // The certificate has a check of its own, which says what is wrong with it.
    const request = get(
      address,
      { agent: false, timeout: limitMs, rejectUnauthorized: false },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    request.once("timeout", () => request.destroy(new Error("no answer")));
    request.once("error", reject);
  });
