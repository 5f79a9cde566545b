import messages from "@messages/en.json";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { domain, dsRecord } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { AddDsForm } from "./add-ds-form.tsx";

const words = messages.dnssec;
const publicKey = "GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA==";
const dnskey = `${domain.name}. 3600 IN DNSKEY 257 3 13 ${publicKey}`;
const key = { flags: 257, protocol: 3, algorithm: 13, publicKey };
const done = { enabled: true, dsRecords: [] };

function open(takesKeys: boolean) {
  const onPublished = vi.fn();
  const { sent } = fakeApi({
    ...commonAnswers,
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
  const button = await screen.findByRole("button", { name });
  await waitFor(() => expect(button).toHaveProperty("disabled", false));
  fireEvent.click(button);
}

it("asks for a key where the registry takes keys, and sends it", async () => {
  const { sent, onPublished } = open(true);
  expect(screen.queryByText(words.fourFields)).toBeNull();
  const { keyTag, algorithm, digestType, digest } = dsRecord;
  paste(words.key, `${domain.name}. IN DS ${keyTag} ${algorithm} ${digestType} ${digest}`);
  await screen.findByText(words.needsKey);
  expect(screen.getByRole("button", { name: words.check })).toHaveProperty("disabled", true);
  paste(words.key, dnskey);
  await press(words.check);
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
  await press(words.check);
  await press(words.publish);
  await waitFor(() => expect(onPublished).toHaveBeenCalled());
  expect(sent.map(({ name, input }) => [name, input])).toEqual([
    ["domains.replaceDnskeys", { name: domain.name, preflight: "enforce", keys: [key] }],
  ]);
});

it("sends the DS record of a key where the registry takes DS records", async () => {
  const { sent, onPublished } = open(false);
  paste(words.record, dnskey);
  await press(words.check);
  await press(words.publish);
  await waitFor(() => expect(onPublished).toHaveBeenCalled());
  expect(sent.map(({ name, input }) => [name, Object.keys(input as object).sort()])).toEqual([
    ["domains.publishDsRecord", ["algorithm", "digest", "digestType", "keyTag", "name", "preflight"]],
  ]);
});
