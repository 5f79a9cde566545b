import type { MailSenderException } from "@zonepost/schema";

/** Reads one exception per line: a network, then a note. */
export function readExceptionLines(text: string): { network: string; note: string }[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const [network = "", ...note] = line.split(/\s+/);
      return { network, note: note.join(" ") };
    });
}

export const writeExceptionLines = (exceptions: readonly MailSenderException[]): string =>
  exceptions.map(({ network, note }) => `${network} ${note}`.trim()).join("\n");
