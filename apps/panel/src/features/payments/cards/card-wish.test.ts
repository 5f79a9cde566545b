import { expect, it } from "vitest";
import { card, otherCard } from "../../../testing/records.ts";
import { preselectedCard } from "./card-wish.ts";

const now = new Date("2026-11-30T12:00:00Z");
const expired = { expiryYear: 2020 };

it.each([
  ["the default", [otherCard, card], card.id],
  ["another one if the default has expired", [{ ...card, ...expired }, otherCard], otherCard.id],
  [
    "a page if all have expired",
    [
      { ...card, ...expired },
      { ...otherCard, ...expired },
    ],
    "page",
  ],
  ["a page without a card", [], "page"],
  ["whatever the default is, for a person who doesn't see the cards", undefined, "default"],
])("preselects %s", (_, cards, choice) => {
  expect(preselectedCard(cards, now)).toBe(choice);
});
