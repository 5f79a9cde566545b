import messages from "@messages/en.json";
import { fireEvent, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { fakeApi, Refusal } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { endpoint } from "@/testing/records.ts";
import { Opened, renderInPanel } from "@/testing/render-in-panel.tsx";
import { NewEndpoint } from "../creation/new-endpoint.tsx";
import { EditEndpointDialog } from "../edit-endpoint-dialog.tsx";

const words = messages.webhooks;
const url = "https://10.0.0.1/in";
const refusedUrl = "The URL must be a public address.";
const noEvents = "Choose at least one event.";

it.each([
  ["https://example.com:99999/", "Enter a port from 1 to 65535."],
  ["foo bar", "Enter a full URL that starts with https://."],
])("says on leaving the field what is wrong with %s", async (wrong, message) => {
  fakeApi(commonAnswers);
  renderInPanel(<NewEndpoint />);
  const field = await screen.findByLabelText(words.url);
  fireEvent.change(field, { target: { value: wrong } });
  fireEvent.blur(field);
  await screen.findByText(message);
});

it.each([
  ["the same URL", endpoint.url, true],
  ["the same URL with a fragment", `${endpoint.url}#2`, true],
  ["another path", `${endpoint.url}/other`, false],
])(
  "points out an endpoint with the URL that is typed, and still takes it: %s",
  async (_case, typed, isKnown) => {
    fakeApi({ ...commonAnswers, "webhooks.list": [{ ...endpoint, description: "Billing" }] });
    renderInPanel(<NewEndpoint />);
    fireEvent.change(await screen.findByLabelText(words.url), { target: { value: typed } });
    if (isKnown) {
      const link = await screen.findByRole("link", { name: "Billing" });
      expect(link.getAttribute("href")).toBe(`/webhooks/${endpoint.id}`);
    }
    expect(screen.queryAllByText("You already have an endpoint", { exact: false })).toHaveLength(
      isKnown ? 1 : 0,
    );
    expect(screen.getByRole("button", { name: words.create })).toHaveProperty("disabled", false);
  },
);

it("doesn't point out the endpoint that is edited", async () => {
  fakeApi({ ...commonAnswers, "webhooks.list": [endpoint] });
  renderInPanel(<EditEndpointDialog endpoint={endpoint} opened onClose={() => undefined} />);
  await screen.findByDisplayValue(endpoint.url);
  expect(screen.queryByText("You already have an endpoint", { exact: false })).toBeNull();
});

it("says how many tags are too many", async () => {
  fakeApi(commonAnswers);
  renderInPanel(<NewEndpoint />);
  screen.getByText("Optional. Up to 10 tags, separated by commas.");
  const field = await screen.findByLabelText(words.tags);
  fireEvent.change(field, { target: { value: "a,b,c,d,e,f,g,h,i,j,k,l" } });
  fireEvent.blur(field);
  await screen.findByText("Use at most 10 tags, not 12.");
});

it.each<[string, ReactNode, string, string]>([
  ["new endpoint", <NewEndpoint key="1" />, "webhooks.create", words.create],
  [
    "edited endpoint",
    <Opened key="2">{(props) => <EditEndpointDialog {...props} endpoint={endpoint} />}</Opened>,
    "webhooks.update",
    words.save,
  ],
])(
  "one submit shows the form's own errors and the refusal of the URL: %s",
  async (_, form, sends, button) => {
    const errors = [
      { pointer: "/url", message: refusedUrl },
      { pointer: "/events", message: noEvents },
    ];
    const api = fakeApi({
      ...commonAnswers,
      [sends]: new Refusal({ status: 422, code: "validation_failed", title: "Invalid input", errors }),
    });
    renderInPanel(form);
    const field = await screen.findByLabelText(words.url);
    fireEvent.change(field, { target: { value: url } });
    fireEvent.click(screen.getByLabelText(words.someEvents));
    for (const box of screen.queryAllByRole("checkbox", { checked: true, name: /\w\.\w/ })) {
      fireEvent.click(box);
    }
    fireEvent.click(screen.getByRole("button", { name: button }));
    expect(screen.queryByText(noEvents)).toBeNull();
    await screen.findByText(refusedUrl);
    screen.getByText(noEvents);
    expect(screen.queryByText(words.notCreated)).toBeNull();
    expect((field as HTMLInputElement).value).toBe(url);
    expect(document.activeElement).toBe(field);
    expect(api.sent).toMatchObject([{ name: sends, input: { url, events: [] } }]);
  },
);
