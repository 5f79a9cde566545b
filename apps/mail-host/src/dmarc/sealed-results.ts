import { domainToASCII } from "node:url";

/** A valid ARC chain of a message: header by header, in any order. */
export type Chain = { seals: readonly string[]; results: readonly string[] };

type Seal = { instance: number; sealer: string };

/** The domains that have sealed the message, by instance from the newest. */
export const sealersOf = ({ seals }: Chain): Seal[] =>
  seals
    .map((seal) => ({
      instance: Number(tagOf(seal, "i")),
      sealer: domainToASCII(tagOf(seal, "d") ?? ""),
    }))
    .sort((left, right) => right.instance - left.instance);

/**
 * Whether sealers that are trusted saw DMARC pass for this author. Of the chain, only the newest seals without a stranger's
 * in between count: the last sealer could have replaced the message, and kept the earlier seals.
 */
export function isVouchedFor(chain: Chain, author: string, isTrusted: (sealer: string) => boolean): boolean {
  const sealers = sealersOf(chain);
  const stranger = sealers.findIndex(({ sealer }) => !isTrusted(sealer));
  const trusted = stranger < 0 ? sealers : sealers.slice(0, stranger);
  return chain.results.some((result) => {
    const instance = Number(tagOf(result, "i"));
    return trusted.some((seal) => seal.instance === instance) && passesFor(result, author);
  });
}

/** The value of a tag like `d=example.com`, from a list with semicolons. */
const tagOf = (text: string, name: string): string | undefined =>
  new RegExp(`(?:^|;)\\s*${name}\\s*=\\s*([^;\\s]*)`, "i").exec(text)?.[1]?.toLowerCase();

/** Such as `dmarc=pass (p=REJECT) header.from=example.com`, among the results of RFC 8601. */
function passesFor(text: string, author: string): boolean {
  const results = text.replace(/\([^()]*\)/g, " ").split(";");
  return results.some((result) => {
    const from = /\sheader\.from\s*=\s*"?([^\s";]+)/i.exec(result)?.[1];
    return /^\s*dmarc\s*=\s*pass\b/i.test(result) && from !== undefined && domainToASCII(from) === author;
  });
}
