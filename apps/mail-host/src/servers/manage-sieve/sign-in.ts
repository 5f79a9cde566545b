import { storedAddress } from "../../address.ts";

/** The name and password of AUTHENTICATE, from which Dovecot gets what was read here, and nothing else. */
export type SignIn = { login: string; initialResponse: Buffer };

/** Undefined: it isn't of the form of the mechanism PLAIN (RFC 4616), or wants to act for another user. */
export function readPlain(response: Buffer): SignIn | undefined {
  const text = decodeBase64(response);
  const [authorizedAs, login, password, ...more] = text?.split("\0") ?? [];
  return login && password !== undefined && more.length === 0 && (!authorizedAs || authorizedAs === login)
    ? signIn(login, password)
    : undefined;
}

/** From the two answers of the mechanism LOGIN. */
export function readLogin(name: Buffer, password: Buffer): SignIn | undefined {
  const [login, secret] = [decodeBase64(name), decodeBase64(password)];
  return login && secret !== undefined && !/\0/.test(login + secret) ? signIn(login, secret) : undefined;
}

const signIn = (login: string, password: string): SignIn => ({
  login: storedAddress(login),
  initialResponse: Buffer.from(Buffer.from(`\0${login}\0${password}`).toString("base64")),
});

function decodeBase64(bytes: Buffer): string | undefined {
  const text = bytes.toString("latin1");
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) {
    return undefined;
  }
  const decoded = Buffer.from(text, "base64");
  return decoded.toString("utf8") === new TextDecoder("utf-8", { ignoreBOM: true }).decode(decoded) &&
    !decoded.toString("utf8").includes("\ufffd")
    ? decoded.toString("utf8")
    : undefined;
}
