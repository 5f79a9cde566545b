import messages from "@messages/en.json";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { fakeApi, Refusal } from "@/testing/fake-api.ts";
import { profile } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { useTRPCClient } from "@/trpc/client.tsx";
import { useSubmit } from "./use-submit.ts";

const lost = () => {
  throw new TypeError("Failed to fetch");
};
const refused = new Refusal({ status: 409, code: "conflict" });

/** Sends to one procedure whose next answer can be set. */
function renderForm() {
  const answers: Record<string, unknown> = { "me.get": profile, "/auth/step-up": {} };
  const { sent } = fakeApi(answers);
  let form: { mutate: (name: string) => void; reset: () => void } | undefined;
  function Form() {
    const client = useTRPCClient();
    const submit = useSubmit({
      mutationFn: (name: string) => client.workspace.update.mutate({ name }),
    });
    form = submit;
    return <output>{submit.status}</output>;
  }
  renderInPanel(<Form />);
  return {
    sent,
    reset: () => act(() => form?.reset()),
    submit: (name: string, answer: unknown) => {
      answers["workspace.update"] = answer;
      act(() => form?.mutate(name));
    },
    /** Submits and returns the key of the call. */
    keyOf: async (name: string, answer: unknown) => {
      const count = sent.length;
      answers["workspace.update"] = answer;
      act(() => form?.mutate(name));
      await waitFor(() => expect(sent).toHaveLength(count + 1));
      await waitFor(() => expect(screen.getByRole("status").textContent).not.toBe("pending"));
      return sent.at(-1)?.key;
    },
  };
}

it("sends a repeated try with the same key while its outcome is unknown", async () => {
  const { keyOf } = renderForm();
  const first = await keyOf("one", lost);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(await keyOf("one", new Refusal({ status: 503 }))).toBe(first);
  expect(await keyOf("one", new Refusal({ status: 409, code: "idempotency_key_in_flight" }))).toBe(first);
  expect(await keyOf("one", {})).toBe(first);
});

it("uses a new key for another input, after a refusal and after a success", async () => {
  const { keyOf, reset } = renderForm();
  const keys = [await keyOf("one", lost), await keyOf("two", lost), await keyOf("two", {})];
  reset();
  keys.push(await keyOf("two", refused), await keyOf("two", lost));
  expect(keys[2]).toBe(keys[1]);
  expect(new Set(keys).size).toBe(4);
});

it("keeps the key when the call is repeated after a confirmation", async () => {
  const { submit, sent } = renderForm();
  let isAsked = false;
  submit("one", () => {
    const answer = isAsked ? {} : new Refusal({ status: 403, code: "step_up_required" });
    isAsked = true;
    return answer;
  });
  fireEvent.change(await vi.waitFor(() => screen.getByLabelText(messages.stepUp.password), 20_000), {
    target: { value: "password" },
  });
  fireEvent.click(screen.getByRole("button", { name: messages.stepUp.confirm }));
  await waitFor(() => expect(sent.filter(({ name }) => name === "workspace.update")).toHaveLength(2));
  const [first, second] = sent.filter(({ name }) => name === "workspace.update");
  expect(first?.key).toBeDefined();
  expect(second?.key).toBe(first?.key);
});
