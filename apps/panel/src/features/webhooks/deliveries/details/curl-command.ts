import type { WebhookAttempt } from "@zonepost/schema";

/** In single quotes, a POSIX shell changes nothing; a quote itself is written outside of them. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** curl computes these for the connection that it opens. */
const computed = new Set(["host", "content-length", "connection", "transfer-encoding"]);
/** curl adds these unless they are removed. */
const added = ["Accept", "Expect"];

/** A command that sends the request of an attempt again, with the same headers and the same bytes. */
export function curlCommand({ url, headers, body }: NonNullable<WebhookAttempt["request"]>): string {
  const sent = Object.entries(headers).filter(([name]) => !computed.has(name.toLowerCase()));
  const names = new Set(sent.map(([name]) => name.toLowerCase()));
  return [
    // --globoff: brackets and braces in the URL are part of it.
    `curl --include --globoff ${quoted(url)}`,
    // A header without a value ends with a semicolon.
    ...sent.map(([name, value]) => `-H ${quoted(value === "" ? `${name};` : `${name}: ${value}`)}`),
    ...added.filter((name) => !names.has(name.toLowerCase())).map((name) => `-H '${name}:'`),
    // Unlike --data, --data-raw doesn't read a file if the body begins with @.
    `--data-raw ${quoted(body)}`,
  ].join(" \\\n  ");
}
