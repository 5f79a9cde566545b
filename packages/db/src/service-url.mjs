import { isIP } from "node:net";

/** @param {string} text */
const isDecodable = (text) => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

/**
 * Whether drivers read an address with a username and a password as it is meant. A password with `#`, `/`, `?` or `%` that
 * isn't encoded ends the host's part early, or can't be decoded.
 * @param {string} address
 */
export function isServiceUrl(address) {
  const [, start = "", authority = "", rest = ""] = /^([a-z]+:\/\/)([^/?#]*)(.*)$/is.exec(address) ?? [];
  const at = authority.lastIndexOf("@");
  // A driver can have several hosts to choose from, which the parser doesn't know.
  const [host = ""] = authority.slice(at + 1).split(",");
  const oneHost = `${start}${authority.slice(0, at + 1)}${host}${rest}`;
  if (start === "" || /[\s#]/.test(address) || !URL.canParse(oneHost)) {
    return false;
  }
  const isCut = at < 0 && rest.includes("@");
  return !isCut && isDecodable(authority) && isDecodable(new URL(oneHost).pathname);
}

/**
 * The address with its parameters `host` and `port` in their place. They are libpq's way to name a socket's folder, also
 * after a username without a host, which is no URL.
 * @param {string} address
 */
export function withHostInPlace(address) {
  const [, start = "", authority = "", path = "", query = ""] =
    /^([a-z]+:\/\/)([^/?#]*)([^?#]*)\?([^#]*)$/is.exec(address) ?? [];
  const parameters = new URLSearchParams(query);
  const host = parameters.get("host");
  if (!host) {
    return address;
  }
  const user = authority.slice(0, authority.lastIndexOf("@") + 1);
  const port = parameters.get("port") ?? /:(\d+)$/.exec(authority.slice(user.length))?.[1];
  parameters.delete("host");
  parameters.delete("port");
  const rest = parameters.size > 0 ? `?${parameters}` : "";
  return `${start}${user}${host.replaceAll("/", "%2F")}${port ? `:${port}` : ""}${path}${rest}`;
}

/**
 * What is wrong with the address of a database, for a line that names its setting; undefined if nothing is.
 * @param {string} address
 */
export function databaseUrlMistake(address) {
  if (!/^postgres(?:ql)?:\/\//.test(address)) {
    return "must be a postgres:// address";
  }
  return isServiceUrl(withHostInPlace(address))
    ? undefined
    : "isn't a valid URL; percent-encode special characters in the password, such as # as %23";
}

/** Those with which a driver connects over TLS or not at all. With `prefer` and `allow`, the server decides. */
const tlsModes = ["require", "verify-ca", "verify-full", "no-verify", "true", "1"];

/** @param {string} host */
const isOnThisMachine = (host) =>
  host === "" ||
  host.startsWith("/") ||
  /^(?:.+\.)?localhost$/i.test(host) ||
  host === "::1" ||
  (isIP(host) === 4 && host.startsWith("127."));

/**
 * What is wrong with the address of a database on another machine, which needs TLS; undefined if nothing is. A socket is on
 * this machine, also as the parameter `host`.
 * @param {string} address
 */
export function databaseTlsMistake(address) {
  const [, authority = "", query = ""] = /^[a-z]+:\/\/([^/?]*)[^?]*\??(.*)$/is.exec(address) ?? [];
  const parameters = new URLSearchParams(query);
  const named = decodeURIComponent(authority.slice(authority.lastIndexOf("@") + 1));
  const hosts = [named, ...parameters.getAll("host")]
    .flatMap((list) => list.split(","))
    .map((host) => host.replace(/^(\[.*\]|[^:]*):\d*$/, "$1").replace(/^\[|\]$/g, ""));
  const mode = parameters.getAll("sslmode").at(-1) ?? parameters.getAll("ssl").at(-1) ?? "";
  const hasTls = tlsModes.includes(mode) || parameters.get("sslrootcert") === "system";
  return hasTls || hosts.every(isOnThisMachine)
    ? undefined
    : "is a database on another machine, without TLS: its password and all data can be read on the way; add sslmode=verify-full to the address, or sslmode=require if its certificate can't be verified";
}
