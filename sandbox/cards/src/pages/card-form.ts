import { html } from "hono/html";
import type { CardField, CardForm, CardFormErrors } from "../rules/card-form.ts";

export type FilledForm = { values: Partial<CardForm>; errors: CardFormErrors; attempt: number };

type Field = { name: CardField; label: string; hint: string; autocomplete: string; isNumeric: boolean };

const fields: readonly Field[] = [
  {
    name: "number",
    label: "Card number",
    hint: "A test number, such as 4242 4242 4242 4242",
    autocomplete: "cc-number",
    isNumeric: true,
  },
  { name: "expiry", label: "Expiry date", hint: "Month / year", autocomplete: "cc-exp", isNumeric: true },
  {
    name: "cvc",
    label: "Security code",
    hint: "Any 3 digits; 4 for American Express",
    autocomplete: "cc-csc",
    isNumeric: true,
  },
  {
    name: "name",
    label: "Name on the card",
    hint: "As it is printed on the card",
    autocomplete: "cc-name",
    isNumeric: false,
  },
];

/** The number and the security code are never sent back to the browser. */
export function cardForm(form: FilledForm, submitLabel: string) {
  const firstInvalid = fields.find(({ name }) => form.errors[name] !== undefined)?.name;
  return html`<form method="post" novalidate>
    <input type="hidden" name="attempt" value="${form.attempt}" />
    ${fields.map((field) => fieldMarkup(field, form, field.name === firstInvalid))}
    <button type="submit">${submitLabel}</button>
  </form>`;
}

function fieldMarkup(
  { name, label, hint, autocomplete, isNumeric }: Field,
  form: FilledForm,
  hasFocus: boolean,
) {
  const error = form.errors[name];
  const value = name === "expiry" || name === "name" ? (form.values[name] ?? "") : "";
  const describedBy = error === undefined ? `${name}-hint` : `${name}-hint ${name}-error`;
  return html`
    <label for="${name}">${label}</label>
    <p class="hint" id="${name}-hint">${hint}</p>
    <input id="${name}" name="${name}" value="${value}" autocomplete="${autocomplete}" required
      ${isNumeric ? html`inputmode="numeric"` : ""} ${hasFocus ? html`autofocus` : ""}
      aria-describedby="${describedBy}" ${error === undefined ? "" : html`aria-invalid="true"`} />
    ${error === undefined ? "" : html`<p class="error" id="${name}-error">${error}</p>`}`;
}
