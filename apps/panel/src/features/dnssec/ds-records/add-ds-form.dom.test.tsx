import messages from "@messages/en.json";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { type Answers, fakeApi, Refusal } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { domain, dsRecord } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { AddDsForm } from "./add-ds-form.tsx";

const words = messages.dnssec;
const preflightWords = messages.preflight;
const publicKey = "GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA==";
const dnskey = `${domain.name}. 3600 IN DNSKEY 257 3 13 ${publicKey}`;
const key = { flags: 257, protocol: 3, algorithm: 13, publicKey };
const { keyTag, algorithm, digestType, digest } = dsRecord;
const done = { enabled: true, dsRecords: [] };

function open(takesKeys: boolean, answers: Answers = {}) {
  const onPublished = vi.fn();
  const { sent } = fakeApi({
    ...commonAnswers,
    ...answers,
    "domains.publishDnskey": done,
    "domains.replaceDnskeys": done,
    "domains.publishDsRecord": done,
  });
  renderInPanel(
    <AddDsForm
      name={domain.name}
      unicodeName={domain.name}
      dsRecords={[dsRecord]}
      digestTypes={[2]}
      takesKeys={takesKeys}
      takesFocus={false}
      onPublished={onPublished}
    />,
  );
  return { sent, onPublished };
}

const paste = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

async function press(name: string) {
  await waitFor(() => expect(screen.getByRole("button", { name })).toHaveProperty("disabled", false));
  fireEvent.click(screen.getByRole("button", { name }));
}

it("asks for a key where the registry takes keys, and sends it", async () => {
  const { sent, onPublished } = open(true);
  expect(screen.queryByText(words.fourFields)).toBeNull();
  paste(words.key, `${domain.name}. IN DS ${keyTag} ${algorithm} ${digestType} ${digest}`);
  await screen.findByText(words.needsKey);
  expect(screen.getByRole("button", { name: words.publish })).toHaveProperty("disabled", true);
  paste(words.key, dnskey);
  await press(words.publish);
  await waitFor(() => expect(onPublished).toHaveBeenCalledWith(done));
  expect(sent.map(({ name, input }) => [name, input])).toEqual([
    ["domains.publishDnskey", { name: domain.name, preflight: "enforce", ...key }],
  ]);
});

it("replaces all records with the key", async () => {
  const { sent, onPublished } = open(true);
  paste(words.key, dnskey);
  fireEvent.click(screen.getByRole("checkbox"));
  await press(words.publish);
  await waitFor(() => expect(onPublished).toHaveBeenCalled());
  expect(sent.map(({ name, input }) => [name, input])).toEqual([
    ["domains.replaceDnskeys", { name: domain.name, preflight: "enforce", keys: [key] }],
  ]);
});

it("sends the DS record of a key where the registry takes DS records", async () => {
  const { sent, onPublished } = open(false);
  paste(words.record, dnskey);
  await press(words.publish);
  await waitFor(() => expect(onPublished).toHaveBeenCalled());
  expect(sent.map(({ name, input }) => [name, Object.keys(input as object).sort()])).toEqual([
    ["domains.publishDsRecord", ["algorithm", "digest", "digestType", "keyTag", "name", "preflight"]],
  ]);
});

const line = (tag: number) => `${domain.name}. IN DS ${tag} ${algorithm} ${digestType} ${digest}`;
const verdict = (outcome: string) => ({ outcome, before: "insecure", dsRecords: [], servers: [] });
const isDisabled = (name: string) => screen.getByRole("button", { name }).hasAttribute("disabled");

it("takes a record that is pasted while no field has the focus, and leaves a field its own text", async () => {
  const { sent } = open(false);
  const clipboardData = { getData: () => line(4711) };
  const field = screen.getByLabelText(words.record);
  fireEvent.paste(document.body, { clipboardData: { getData: () => " " } });
  fireEvent.paste(field, { clipboardData });
  expect(field).toHaveProperty("value", "");
  fireEvent.paste(document.body, { clipboardData });
  expect(field).toHaveProperty("value", line(4711));
  expect(document.activeElement).toBe(field);
  await press(words.publish);
  await waitFor(() => expect(sent).toMatchObject([{ input: { keyTag: 4711, preflight: "enforce" } }]));
});

it("checks a record automatically as soon as it is complete, but publishes nothing automatically", async () => {
  const shown = vi.spyOn(Element.prototype, "scrollIntoView");
  const { sent } = open(false);
  expect(isDisabled(words.publish)).toBe(true);
  paste(words.record, line(4711));
  await screen.findByText(preflightWords.outcome_validates);
  fireEvent.submit(screen.getByRole("form", { name: words.add }));
  expect(isDisabled(words.publish)).toBe(false);
  expect((shown.mock.contexts.at(-1) as Element).textContent).toContain(words.publish);
  expect(sent).toEqual([]);
});

it("publishes a record that breaks the domain only after a person insists on this one", async () => {
  const { sent } = open(false, { "domains.preflight": verdict("breaks") });
  paste(words.record, line(4711));
  fireEvent.click(await screen.findByRole("checkbox", { name: /^Continue anyway/ }));
  expect(isDisabled(words.publishAllTheSame)).toBe(false);
  paste(words.record, line(4712));
  await waitFor(() => expect(screen.getByText("4712")).toBeTruthy());
  const insist = await screen.findByRole("checkbox", { name: /^Continue anyway/ });
  expect(insist).toHaveProperty("checked", false);
  expect(isDisabled(words.publishAllTheSame)).toBe(true);
  fireEvent.click(insist);
  await press(words.publishAllTheSame);
  await waitFor(() => expect(sent).toMatchObject([{ input: { keyTag: 4712 } }]));
  expect(sent[0]?.input).not.toHaveProperty("preflight", "enforce");
});

it("calls a record that couldn't be checked unchecked", async () => {
  open(false, { "domains.preflight": verdict("unknown") });
  paste(words.record, line(4711));
  await screen.findByText(preflightWords.outcome_unknown);
  expect(isDisabled(words.publishUnchecked)).toBe(false);
  expect(screen.queryByRole("button", { name: words.publish })).toBeNull();
});

it("offers nothing to publish if the check failed", async () => {
  open(false, { "domains.preflight": new Refusal({ status: 500, title: "Broken", code: "internal_error" }) });
  paste(words.record, line(4711));
  await screen.findByText(preflightWords.notAsked);
  expect(isDisabled(words.publish)).toBe(true);
});
