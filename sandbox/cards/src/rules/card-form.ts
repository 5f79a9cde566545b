import { isCardExpired } from "./card-outcome.ts";
import { findTestCard, type TestCard } from "./test-cards.ts";

export const cardFields = ["number", "expiry", "cvc", "name"] as const;

export type CardField = (typeof cardFields)[number];

export type CardForm = Record<CardField, string>;

export type CardFormErrors = Partial<Record<CardField, string>>;

export type EnteredCard = {
  card: TestCard & { digits: string };
  expiry: { month: number; year: number };
  name: string;
};

/** Reads the form of a hosted page. */
export function readCardForm(
  form: CardForm,
  now: Date,
): { entered: EnteredCard } | { errors: CardFormErrors } {
  const card = findTestCard(form.number);
  const expiry = readExpiry(form.expiry);
  const name = form.name.trim();
  const errors: CardFormErrors = {};
  if (form.number.trim() === "") {
    errors.number = "Enter the card number.";
  } else if (!card) {
    errors.number = "Only Stripe's test card numbers work here, such as 4242 4242 4242 4242.";
  }
  if (!expiry) {
    errors.expiry = "Enter the expiry date as month and year, such as 12 / 34.";
  } else if (isCardExpired({ exp_month: expiry.month, exp_year: expiry.year }, now)) {
    errors.expiry = "The card's expiry date is in the past.";
  }
  const cvcLength = card?.brand === "amex" ? 4 : 3;
  if (!new RegExp(`^\\d{${cvcLength}}$`).test(form.cvc.trim())) {
    errors.cvc = `Enter the ${cvcLength}-digit security code.`;
  }
  if (name === "") {
    errors.name = "Enter the name on the card.";
  } else if (name.replace(/\D/g, "").length >= 12) {
    // The name is stored, a number never is.
    errors.name = "Enter the name on the card, not its number.";
  } else if (name.length > 200) {
    errors.name = "Enter a name of at most 200 characters.";
  }
  return card && expiry && Object.keys(errors).length === 0
    ? { entered: { card, expiry, name } }
    : { errors };
}

/** `12 / 34`, `12/2034` or `1234`. */
function readExpiry(text: string): { month: number; year: number } | undefined {
  const [, monthText, yearText] = /^\s*(\d{1,2})\s*[/-]?\s*(\d{4}|\d{2})\s*$/.exec(text) ?? [];
  const month = Number(monthText);
  const year = yearText?.length === 2 ? 2000 + Number(yearText) : Number(yearText);
  return month >= 1 && month <= 12 ? { month, year } : undefined;
}
