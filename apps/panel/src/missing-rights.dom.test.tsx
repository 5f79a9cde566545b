import messages from "@messages/en.json";
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { RightMissing } from "@/features/access/right-missing.tsx";
import { DomainSearch } from "@/features/domain-search/domain-search.tsx";
import { ActivateMailButton } from "@/features/mail/plan/activate-mail-button.tsx";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { session } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";

const limit = ["one.com", "two.com"];
const as = (role: "member" | "read_only", domainNames: string[] | null) =>
  fakeApi({
    ...commonAnswers,
    "session.current": {
      ...session,
      session: { ...session.session, role, domainNames },
      isOperator: false,
      paymentsOn: true,
      sandbox: null,
    },
  });

const { access, search, mailOrder } = messages;
const limited = "You have access to 2 domains only, so you can't do this.";

describe("the excuse for what a person can't do", () => {
  it.each([
    ["the limit, of a member with some domains", "member", limit, "Your access is limited to some domains"],
    ["the role, of a reader with some domains", "read_only", limit, "Your role is read-only"],
    ["the role, of a reader of all domains", "read_only", null, "Your role is read-only"],
  ] as const)("on a page names %s", async (_, role, domainNames, words) => {
    as(role, domainNames && [...domainNames]);
    renderInPanel(<RightMissing what="buy" rights={["domains:buy"]} />);
    expect(await screen.findByText(new RegExp(`^${words}.*${access.right_buy}`))).toBeTruthy();
  });

  it.each([
    ["member", limit, "You have access to 2 domains, so you can't register new ones."],
    ["read_only", limit, search.mayNotBuy],
  ] as const)("in the search of a %s names the limit or the role", async (role, domainNames, words) => {
    as(role, [...domainNames]);
    renderInPanel(<DomainSearch />);
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole("link", { name: search.transferIn })).toBeNull();
  });

  it("stands in for the button that activates mail, or nothing does", async () => {
    as("member", limit);
    renderInPanel(
      <>
        <ActivateMailButton />
        <ActivateMailButton domainName="one.com" explains />
      </>,
    );
    expect(await screen.findAllByText(limited)).toHaveLength(1);
    expect(screen.queryByRole("link", { name: mailOrder.activate })).toBeNull();
    expect(screen.queryByRole("button", { name: mailOrder.activate })).toBeNull();
  });
});
