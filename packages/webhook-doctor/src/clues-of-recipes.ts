import type { Recipe } from "./find-recipes.ts";
import type { Offered } from "./read-signatures.ts";
import { type Clue, type FindingPlace, proven } from "./words.ts";

type Recipes = ReadonlyMap<FindingPlace, Recipe>;

const toleranceSeconds = 300;

/** Which signature of an accepted request matches, with which secret, and why the other one may not. */
export function cluesOfAccepted(recipes: Recipes, signatures: readonly Offered[]): Clue[] {
  const isMatching = (place: FindingPlace) => recipes.get(place)?.reasons.length === 0;
  const places = signatures.map(({ place }) => place);
  const matching = places.filter(isMatching);
  const others = places.filter((place) => !isMatching(place));
  const numbers = matching.map((place) => recipes.get(place)?.secretNumber ?? 1);
  const first = Math.min(...numbers);
  const clues = [
    proven("valid", `${matching.join(" and ")} ${matching.length > 1 ? "match" : "matches"}`),
    ...(first > 1 ? [proven("matches_later_secret", String(first))] : []),
  ];
  const isRotation =
    signatures.some(({ macs }) => macs.length > 1) &&
    (others.includes("X-Service-Signature")
      ? !recipes.has("X-Service-Signature")
      : new Set(numbers).size > 1);
  if (isRotation) {
    return [...clues, proven("rotation")];
  }
  return [
    ...clues,
    ...others.flatMap((place) =>
      (recipes.get(place)?.reasons ?? ["other_signature_differs" as const]).map((reason) => ({
        ...proven(reason),
        place,
      })),
    ),
  ];
}

/** The mistakes of the receiver's own code. None if it followed a scheme exactly, for a request that was changed. */
export function cluesOfOwnCode(recipes: Recipes): Clue[] {
  const reasons = recipes.get("computed")?.reasons ?? ["computed_unexplained" as const];
  return reasons.map((reason) => ({ ...proven(reason), place: "computed" }));
}

/** From when to when a correct signature is accepted. */
export function cluesOfUncheckedAge(timestamp: number): Clue[] {
  const bounds = [timestamp - toleranceSeconds, timestamp + toleranceSeconds];
  const times = bounds.map((seconds) => new Date(seconds * 1000).toISOString().replace(".000", ""));
  return [proven("age_not_checked", times.join(" to "))];
}

/** How far the time of a correct signature is off. */
export function cluesOfAge(timestamp: number | undefined, now: number | undefined): Clue[] {
  if (timestamp === undefined) {
    return [proven("headers_malformed", "a timestamp isn't in Unix seconds")];
  }
  const ageSeconds = now === undefined ? 0 : Math.floor(now) - timestamp;
  if (Math.abs(ageSeconds) <= toleranceSeconds) {
    return [];
  }
  return [proven(ageSeconds > 0 ? "too_old" : "from_the_future", String(Math.abs(ageSeconds)))];
}
