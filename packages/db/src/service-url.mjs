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
 * What is wrong with the address of a database, for a line that names its setting; undefined if nothing is.
 * @param {string} address
 */
export function databaseUrlMistake(address) {
  if (!/^postgres(?:ql)?:\/\//.test(address)) {
    return "must be a postgres:// address";
  }
  return isServiceUrl(address)
    ? undefined
    : "isn't a valid URL; percent-encode special characters in the password, such as # as %23";
}
