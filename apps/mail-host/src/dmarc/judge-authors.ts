import type { Evaluation } from "./evaluate-dmarc.ts";

/** What is known about an author's domain besides DMARC. */
export type Author = Evaluation & {
  /** Mail of this host: its people sign in. */
  isHosted: boolean;
  /** The client may send with the domain's addresses, by an exception of its owner. */
  isExcepted: boolean;
  /** A sealer that is trusted saw DMARC pass. */
  isVouchedFor: boolean;
};

export type Verdict = { action: "accept" | "junk" | "refuse" | "defer"; author: Author | undefined };

const severity: Verdict["action"][] = ["accept", "junk", "defer", "refuse"];

/** The strictest verdict about the authors of a message that was sent without a sign-in. */
export const judgeAuthors = (authors: readonly Author[]): Verdict =>
  authors
    .map((author): Verdict => ({ action: judgeAuthor(author), author }))
    .reduce(
      (worst, each) => (severity.indexOf(each.action) > severity.indexOf(worst.action) ? each : worst),
      {
        action: "accept",
        author: authors[0],
      },
    );

function judgeAuthor({ result, policy, isHosted, isExcepted, isVouchedFor }: Author): Verdict["action"] {
  if (result === "pass" || isExcepted || isVouchedFor) {
    return "accept";
  }
  const isEnforced = policy !== undefined && policy !== "none";
  if (result === "unknown") {
    return isHosted || isEnforced ? "defer" : "accept";
  }
  if (isHosted) {
    return isEnforced ? "refuse" : "junk";
  }
  return ({ none: "accept", quarantine: "junk", reject: "refuse" } as const)[policy ?? "none"];
}
