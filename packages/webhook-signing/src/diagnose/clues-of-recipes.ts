import type { Recipe } from "./find-recipes.ts";
import type { Clue, FindingPlace } from "./reasons.ts";

type Recipes = ReadonlyMap<FindingPlace, Recipe>;

const places = ["X-Service-Signature", "webhook-signature"] as const;

/** Which signature of an accepted request matches, with which secret, and why the other one may not. */
export function cluesOfAccepted(
  recipes: Recipes,
  offered: readonly FindingPlace[],
  versions: number,
): Clue[] {
  const matching = places.filter((place) => recipes.get(place)?.clues.length === 0);
  const numbers = matching.map((place) => recipes.get(place)?.secretNumber ?? 1);
  const clues: Clue[] = [
    {
      reason: "valid",
      certainty: "proven",
      detail: `${matching.join(" and ")} ${matching.length > 1 ? "match" : "matches"}`,
    },
  ];
  const first = Math.min(...numbers);
  if (first > 1) {
    clues.push({ reason: "matches_later_secret", certainty: "proven", detail: String(first) });
  }
  const others = offered.filter((place) => recipes.get(place)?.clues.length !== 0);
  const isRotation =
    versions > 1 &&
    (others.includes("X-Service-Signature")
      ? !recipes.has("X-Service-Signature")
      : new Set(numbers).size > 1);
  if (isRotation) {
    return [...clues, { reason: "rotation", certainty: "proven" }];
  }
  return [
    ...clues,
    ...others.flatMap((place): Clue[] =>
      (recipes.get(place)?.clues ?? [{ reason: "other_signature_differs", certainty: "proven" }]).map(
        (clue) => ({
          ...clue,
          place,
        }),
      ),
    ),
  ];
}

/** The mistakes in the signatures of a rejected request: those of all signatures first, without repeating known ones. */
export function cluesOfRejected(recipes: Recipes, known: readonly Clue[]): Clue[] {
  const own = places.flatMap((place) => {
    const recipe = recipes.get(place);
    return recipe ? [{ place, clues: recipe.clues }] : [];
  });
  const fewest = Math.min(...own.map(({ clues }) => clues.length));
  const best = own.filter(({ clues }) => clues.length === fewest);
  const isTimestampKnown = known.some(({ reason }) => /^timestamps?_(?:malformed|differ)$/.test(reason));
  const clues = new Map<string, Clue>();
  for (const { place, clues: found } of best) {
    for (const clue of found) {
      const isInAll = best.every((other) => other.clues.some(({ reason }) => reason === clue.reason));
      if (!(isTimestampKnown && clue.reason === "timestamp_changed")) {
        clues.set(clue.reason, isInAll && best.length > 1 ? clue : { ...clue, place });
      }
    }
  }
  return [...clues.values()];
}

/** The mistakes of the receiver's own code. None if it followed a scheme exactly, for a request that was changed. */
export function cluesOfOwnCode(recipes: Recipes): Clue[] {
  const recipe = recipes.get("computed");
  const clues: Clue[] = recipe?.clues ?? [{ reason: "computed_unexplained", certainty: "proven" }];
  return clues.map((clue) => ({ ...clue, place: "computed" }));
}
