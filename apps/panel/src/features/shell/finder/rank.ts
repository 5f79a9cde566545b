/** Something that the finder can find. */
export type Findable = {
  id: string;
  label: string;
  /** Other words that people use for it. */
  words?: string;
};

/** Folds case and accents, so that "backerei" finds "bäckerei". */
export const fold = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

export const tokensOf = (query: string) => fold(query).split(/\s+/).filter(Boolean);

const isWordStart = (text: string, index: number) =>
  index === 0 || !/[\p{L}\p{N}]/u.test(text[index - 1] ?? "");

/** How well one token matches a text: the whole text, its start, the start of a word, or anywhere; 0 if it doesn't. */
function scoreIn(text: string, token: string): number {
  if (text === token) {
    return 5;
  }
  let best = 0;
  for (let index = text.indexOf(token); index >= 0; index = text.indexOf(token, index + 1)) {
    if (index === 0) {
      return 4;
    }
    best = Math.max(best, isWordStart(text, index) ? 3 : 1);
  }
  return best;
}

/** Every token has to match, in the label or in the other words, where a match counts for less. */
function scoreOf({ label, words = "" }: Findable, tokens: readonly string[]): number {
  const foldedLabel = fold(label);
  const foldedWords = fold(words);
  let sum = 0;
  for (const token of tokens) {
    const score = Math.max(scoreIn(foldedLabel, token), scoreIn(foldedWords, token) * 0.6);
    if (score === 0) {
      return 0;
    }
    sum += score;
  }
  return sum / tokens.length;
}

/**
 * The entries that match a query, best first. Among equals, recent ones come first (`recentIds` starts with the latest),
 * then the given order decides.
 */
export function rank<Entry extends Findable>(
  entries: readonly Entry[],
  query: string,
  recentIds: readonly string[],
): Entry[] {
  const tokens = tokensOf(query);
  const recencyOf = (id: string) => {
    const index = recentIds.indexOf(id);
    return index < 0 ? 0 : (recentIds.length - index) / (recentIds.length + 1);
  };
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, tokens) }))
    .filter(({ score }) => score > 0)
    .map(({ entry, score }) => ({ entry, score: score + recencyOf(entry.id) }))
    .sort((one, other) => other.score - one.score)
    .map(({ entry }) => entry);
}
