import { Button } from "@mantine/core";
import { IconWorld } from "@tabler/icons-react";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { EmptyList } from "./empty-list.tsx";

it("centers its actions, also where they wrap", async () => {
  fakeApi(commonAnswers);
  renderInPanel(
    <EmptyList
      title="Domains"
      icon={IconWorld}
      heading="No domains"
      action={<Button>Add</Button>}
      guide="Read"
    >
      Words
    </EmptyList>,
  );
  const button = await screen.findByRole("button", { name: "Add" });
  expect(button.parentElement?.style.getPropertyValue("--group-justify")).toBe("center");
});
