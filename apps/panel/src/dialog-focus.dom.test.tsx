import messages from "@messages/en.json";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import { DomainHeader } from "@/features/domain-page/domain-header.tsx";
import { DomainOverview } from "@/features/domain-page/domain-overview.tsx";
import { OperationActs } from "@/features/operations/operation-acts.tsx";
import { PeoplePage } from "@/features/people/people-page.tsx";
import { SandboxStrip } from "@/features/sandbox/sandbox-strip.tsx";
import { AuthCode } from "@/features/transfers/auth-code.tsx";
import { type Answers, fakeApi } from "./testing/fake-api.ts";
import { commonAnswers } from "./testing/forms.tsx";
import * as records from "./testing/records.ts";
import { renderInPanel } from "./testing/render-in-panel.tsx";

const words = messages;
const { domain } = records;
const pageTitle = "The page";

function renderPage(content: ReactNode, answers: Answers) {
  fakeApi({ ...commonAnswers, ...answers });
  renderInPanel(
    <main>
      <h1>{pageTitle}</h1>
      {content}
    </main>,
  );
}

/** Focuses a button before it clicks it, as a keyboard does. */
async function press(name: string | RegExp) {
  const button = await screen.findByRole("button", { name });
  await waitFor(() => expect(button).toHaveProperty("disabled", false));
  act(() => button.focus());
  fireEvent.click(button);
  return button;
}

const dialogIsGone = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
const isFocused = (find: () => Element | null) => waitFor(() => expect(document.activeElement).toBe(find()));
const button = (name: string | RegExp) => () => screen.getByRole("button", { name });
const title = () => screen.getByRole("heading", { name: pageTitle });

describe("once a dialog is gone, the focus is", () => {
  it("on the sandbox's clock", async () => {
    renderPage(<SandboxStrip offsetSeconds={0} emailCount={0} />, { "/sandbox/clock/advance": {} });
    await press(words.sandbox.clockReal);
    await press(words.sandbox.advance);
    await dialogIsGone();
    await isFocused(button(words.sandbox.clockReal));
  });

  it("on the button for an auth code", async () => {
    const unlocked = { ...domain, locked: false, authCodeExpiresAt: null };
    renderPage(<AuthCode domain={unlocked} />, {
      "domains.createAuthCode": { authCode: "s3cret-code", expiresAt: domain.expiresAt },
    });
    await press(words.domainActs.getCode);
    await press(words.domainActs.showCode);
    await press(words.domainActs.codeSaved);
    await dialogIsGone();
    await isFocused(button(words.domainActs.getCode));
  });

  it("on the button that replaces Restore", async () => {
    let status = "redemption";
    renderPage(<DomainHeader name="restored.com" />, {
      "domains.get": () => ({
        ...domain,
        tld: "unoffered",
        status,
        explanation: { code: "active", nextActor: "you", until: null },
      }),
      "orders.restoreDomain": () => {
        status = "active";
        return records.succeeded;
      },
    });
    await press(words.domainActs.restore);
    await press(/^Restore for/);
    await dialogIsGone();
    await isFocused(button(words.domainActs.renew));
  });

  it("on the page's title if the button is gone: delete a domain", async () => {
    let status = "active";
    renderPage(<DomainOverview name="deleted.com" />, {
      "domains.get": () => ({ ...domain, tld: "unoffered", status, explanation: { until: null } }),
      "domains.delete": () => {
        status = "redemption";
        return records.succeeded;
      },
    });
    await press(words.domainActs.delete);
    fireEvent.change(await screen.findByRole("textbox"), { target: { value: domain.name } });
    await press(words.domainActs.deleteConfirm);
    await dialogIsGone();
    await isFocused(title);
  });

  it("on the page's title if the button is gone: cancel an invitation", async () => {
    let invitations = [records.invitation];
    renderPage(<PeoplePage />, {
      "invitations.list": () => invitations,
      "invitations.cancel": () => {
        invitations = [];
        return records.invitation;
      },
    });
    await press(words.people.cancelOf.replace("{email}", records.invitation.email));
    await press(words.people.confirm.cancelInvitation.submit);
    await dialogIsGone();
    await isFocused(title);
  });

  it("on the button that asks to cancel a transfer, if it continues", async () => {
    renderPage(<OperationActs operation={records.operation} />, {});
    await press(words.operations.cancel);
    await press(words.operations.confirm.cancelTransfer.cancel);
    await dialogIsGone();
    await isFocused(button(words.operations.cancel));
  });
});
