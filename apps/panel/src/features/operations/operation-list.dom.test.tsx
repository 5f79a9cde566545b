import messages from "@messages/en.json";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { batch } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { OperationList } from "./operation-list.tsx";

it("links to the results of a bulk change from the operations", async () => {
  fakeApi({
    ...commonAnswers,
    "domains.operations.list": [],
    "domains.batches.list": [{ ...batch, requestedBy: { name: "Ada Example" } }],
  });
  renderInPanel(<OperationList />);
  const link = await screen.findByRole("link", { name: `${messages.bulk.did_autoRenewOn}: 1 domain` });
  expect(link.getAttribute("href")).toBe(`/domains?batch=${batch.id}`);
  expect(link.closest("li")?.textContent).toContain("0 done, 1 failed, 0 waiting");
});
