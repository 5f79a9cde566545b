type Level = "error" | "warn" | "info" | "debug";

/** The library logs an address that it refuses as an error, with the address. */
const refusedAddress = /^(Invalid (?:origin|\w+URL)): /;

/** The level and message for our log. A caller's mistake is no error, and the address may contain a token. */
export function libraryLogLine(level: string, message: string): { level: Level; message: string } {
  const [, refusal] = refusedAddress.exec(message) ?? [];
  if (refusal !== undefined) {
    return { level: "info", message: refusal };
  }
  return { level: level === "error" || level === "warn" ? level : "debug", message };
}
