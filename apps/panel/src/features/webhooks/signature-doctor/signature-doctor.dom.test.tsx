import messages from "@messages/en.json";
import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { exampleRequest } from "./example-request.ts";
import { SignatureDoctor } from "./signature-doctor.tsx";

const words = messages.signatureDoctor;
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const check = () => fireEvent.click(screen.getByRole("button", { name: words.check }));

it("names the cause in the browser, and sends nothing", async () => {
  const fetchNothing = vi.fn();
  vi.stubGlobal("fetch", fetchNothing);
  const timestamp = 1_763_715_600;
  const request = await exampleRequest(timestamp);
  renderInPanel(<SignatureDoctor />);
  type(words.headers, request.headers);
  type(words.body, request.body);
  type(words.secrets, request.secrets);
  check();
  await screen.findByText("body_reserialized");
  expect(screen.getByText(words.rejected)).toBeTruthy();

  type(words.body, JSON.stringify(JSON.parse(request.body)));
  expect(screen.queryByText(words.rejected)).toBeNull();
  type(words.time, new Date((timestamp - 3600) * 1000).toISOString());
  check();
  await screen.findByText("from_the_future");

  type(words.time, "soon");
  check();
  expect(screen.getByText(words.timeWrong)).toBeTruthy();
  expect(screen.queryByText("from_the_future")).toBeNull();
  type(words.time, "");
  type(words.secrets, ` ${request.secrets}`);
  check();
  await screen.findByText("secret_has_extra_characters");

  type(words.secrets, `whsec_${"A".repeat(43)}=\n${request.secrets}`);
  check();
  await screen.findByText("matches_later_secret");
  await screen.findByText("age_not_checked");
  expect(screen.getAllByText(words.note)).toHaveLength(2);
  expect(screen.getByText(words.accepted)).toBeTruthy();
  expect(fetchNothing).not.toHaveBeenCalled();
});

it("asks for what is missing, at its field, and shows no result", () => {
  renderInPanel(<SignatureDoctor />);
  type(words.headers, "X-Service-Timestamp: 1763715600");
  check();
  expect(screen.queryByText(words.headersMissing)).toBeNull();
  screen.getByText(words.bodyMissing);
  screen.getByText(words.secretsMissing);
  expect(document.activeElement).toBe(screen.getByLabelText(words.body));
  expect(screen.queryByText(words.result)).toBeNull();
  type(words.headers, " ");
  screen.getByText(words.headersMissing);
  check();
  expect(document.activeElement).toBe(screen.getByLabelText(words.headers));
});

it("tells apart a request of which only one signature matches", async () => {
  const request = await exampleRequest(1_763_715_600);
  renderInPanel(<SignatureDoctor />);
  type(words.headers, request.headers);
  type(words.body, JSON.stringify(JSON.parse(request.body)));
  type(words.secrets, request.secrets.replace("whsec_", ""));
  check();
  await screen.findByText("Only webhook-signature matches");
  screen.getByText("secret_cut");
  screen.getByText(words.fix);
  expect(screen.queryByText(words.accepted)).toBeNull();
  expect(screen.queryByText(words.cause)).toBeNull();

  type(words.secrets, request.secrets);
  type(words.headers, request.headers.replace(/(webhook-signature: v1,).*/, `$1${"A".repeat(43)}=`));
  check();
  await screen.findByText("Only X-Service-Signature matches");
});

it("says that it needs HTTPS in a browser without Web Crypto", async () => {
  const subtle = vi.spyOn(crypto.subtle, "importKey").mockRejectedValue(new TypeError("missing"));
  renderInPanel(<SignatureDoctor />);
  type(words.headers, `X-Service-Timestamp: 1763715600\nX-Service-Signature: sha256=${"0".repeat(64)}`);
  type(words.body, "{}");
  type(words.secrets, `whsec_${"A".repeat(43)}=`);
  check();
  await screen.findByText(words.noCrypto);
  subtle.mockRestore();
});
