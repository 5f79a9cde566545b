import messages from "@messages/en.json";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import { type Answers, fakeApi, Refusal } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { zone, zoneChange, zoneVersion } from "@/testing/records.ts";
import { Opened, renderInPanel } from "@/testing/render-in-panel.tsx";
import { NewZone } from "./creation/new-zone.tsx";
import { ZoneHistory } from "./history/zone-history.tsx";
import { ZoneList } from "./list/zone-list.tsx";
import { NameserversPage } from "./publication/nameservers-page.tsx";
import { PublicationNotice } from "./publication/publication-notice.tsx";
import { DeleteZoneDialog } from "./settings/delete-zone-dialog.tsx";
import { ZoneHeader } from "./zone-header.tsx";

const words = messages.zones;
const { publication } = zone;

function render(element: ReactNode, answers: Answers = {}, searchParams = "") {
  const api = fakeApi({ ...commonAnswers, ...answers });
  renderInPanel(
    <NuqsTestingAdapter hasMemory searchParams={searchParams}>
      {element}
    </NuqsTestingAdapter>,
  );
  return api;
}
const click = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const serverOf = async (host: string) =>
  (await screen.findByText(host)).closest("li") ?? expect.unreachable("a nameserver is an item of a list");

describe("the list of zones", () => {
  const none = { "zones.page": { items: [], nextCursor: null, total: 0 } };

  it("offers to create the first zone, and says what a zone is for", async () => {
    render(<ZoneList />, { ...none, "zones.hosting": { nameservers: ["ns1.dns.example"] } });
    await screen.findByText(words.empty);
    screen.getByRole("link", { name: words.create });
  });

  it("says that the installation hosts no zones, and offers none", async () => {
    render(<ZoneList />, { ...none, "zones.hosting": { nameservers: [] } });
    await screen.findByText(words.unavailable);
    expect(screen.queryByRole("link", { name: words.create })).toBeNull();
  });

  it("says of a zone that ends that it ends", async () => {
    const item = { ...zone, state: "ending", publication: "published" };
    render(<ZoneList />, {
      "zones.page": { items: [item], nextCursor: null, total: 1 },
      "zones.hosting": { nameservers: ["ns1.dns.example"] },
    });
    await screen.findByText(words.state_ending);
    expect(screen.queryByText(words.publication_published)).toBeNull();
  });
});

describe("a zone's publication", () => {
  const behind = {
    ...publication,
    version: 4,
    state: "publishing",
    servers: [
      { ...publication.servers[0], version: 4 },
      { ...publication.servers[1], version: 3 },
      {
        host: "ns3.dns.example",
        serial: null,
        version: null,
        inStepAt: null,
        checkedAt: null,
        problem: null,
      },
      { ...publication.servers[0], host: "ns4.dns.example", serial: null, version: null, problem: "away" },
    ],
  };

  it("says of each nameserver what it has answered, and nothing that it hasn't", async () => {
    render(<PublicationNotice zoneName={zone.name} />, { "zones.publication": behind });
    await screen.findByText("Publishing version 4");
    for (const [host, label] of [
      ["ns1.dns.example", words.server_current],
      ["ns2.dns.example", words.server_behind],
      ["ns3.dns.example", words.server_unchecked],
      ["ns4.dns.example", words.server_unknown],
    ] as const) {
      within(await serverOf(host)).getByText(label);
    }
  });

  it("is followed until all nameservers have the version", async () => {
    let reads = 0;
    render(<PublicationNotice zoneName={zone.name} />, {
      "zones.publication": () => {
        reads += 1;
        return reads === 1 ? behind : { ...publication, version: 4, servers: [behind.servers[0]] };
      },
    });
    await screen.findByText("Publishing version 4");
    await screen.findByText("All nameservers have version 4");
  });

  it("is quiet on a page that finds it published, and gives the reason if it failed", async () => {
    const { unmount } = renderInPanelWith(publication);
    await waitFor(() => expect(screen.queryByRole("list")).toBeNull());
    unmount();
    renderInPanelWith({ ...publication, state: "failed", problem: "The primary refuses www A." });
    await screen.findByText(/The primary refuses www A\./);
  });

  function renderInPanelWith(answer: object) {
    fakeApi({ ...commonAnswers, "zones.publication": answer });
    return renderInPanel(<PublicationNotice zoneName={zone.name} />);
  }

  it("shows the nameservers to set while the domain uses others", async () => {
    render(<NameserversPage zoneName={zone.name} hasDomain />, {
      "zones.get": {
        ...zone,
        delegation: {
          state: "elsewhere",
          servers: ["ns.other.example"],
          checkedAt: new Date().toISOString(),
        },
      },
    });
    await screen.findByText(words.delegateOwn);
    screen.getByText("ns.other.example");
    screen.getByRole("link", { name: words.setNameservers });
  });
});

it("a zone that ends says why and until when", async () => {
  render(<ZoneHeader zoneName={zone.name} hasDomain={false} />, {
    "zones.get": {
      ...zone,
      state: "ending",
      ends: { reason: "domain_transferred_out", endsAt: "2099-02-03T00:00:00.000Z" },
    },
  });
  const notice = await screen.findByText(/transferred to another registrar/);
  expect(notice.textContent).toContain("3 Feb 2099");
});

describe("a new zone", () => {
  it("that takes a proof shows its record, and is checked again on request", async () => {
    let checks = 0;
    render(<NewZone name="example.com" />, {
      "zones.previewCreation": () => {
        checks += 1;
        return new Refusal({
          status: 409,
          code: "zone_proof_required",
          record: { type: "TXT", name: "_zonepost-challenge.example.com", value: "secret-proof" },
          proof: "missing",
        } as object);
      },
    });
    await click(words.preview);
    await screen.findByText("_zonepost-challenge.example.com");
    screen.getByText("secret-proof");
    screen.getByText(words.proof_missing);
    await click(words.checkAgain);
    await waitFor(() => expect(checks).toBe(2));
  });

  it("is previewed again after its name or its records have changed", async () => {
    render(<NewZone name="example.com" />, {
      "zones.previewCreation": {
        dryRun: true,
        name: "example.com",
        basis: "held",
        nameservers: zone.nameservers,
        diff: zoneChange.diff,
        warnings: [],
        skipped: [],
      },
    });
    await click(words.preview);
    await screen.findByRole("button", { name: words.create });
    fireEvent.change(screen.getByLabelText(words.zoneFile), { target: { value: "www 60 IN A 192.0.2.1" } });
    await screen.findByRole("button", { name: words.preview });
    expect(screen.queryByRole("button", { name: words.create })).toBeNull();
  });
});

it("a zone that its domain uses is deleted only after a second consent", async () => {
  const { sent } = render(<Opened>{(props) => <DeleteZoneDialog {...props} zone={zone} />}</Opened>, {
    "zones.delete": ({ force }: { force: string }) =>
      force === "true"
        ? null
        : new Refusal({ status: 409, code: "zone_in_use", detail: "The domain uses this zone." }),
  });
  fireEvent.change(await screen.findByLabelText(`Type ${zone.name} to confirm`), {
    target: { value: zone.name },
  });
  await click(words.delete);
  fireEvent.click(await screen.findByLabelText(words.deleteAnyway));
  await click(words.delete);
  await waitFor(() =>
    expect(sent.map(({ input }) => (input as { force: string }).force)).toEqual(["false", "true"]),
  );
});

describe("a zone's history", () => {
  const { records: _records, diff: _diff, ...listed } = zoneVersion;
  const answers = {
    "zones.versions": [{ ...listed, version: 3, message: null, restoredVersion: 1 }, listed],
    "zones.version": zoneVersion,
    "zones.previewRestore": zoneChange,
  };

  it("says who changed what and why, and which version was restored", async () => {
    render(<ZoneHistory zoneName={zone.name} />, answers);
    await screen.findByText("Move the shop");
    screen.getByText("Restored version 1");
    expect(screen.getAllByText("1 set, 0 deleted")).toHaveLength(2);
  });

  it("opens a version with its differences, and restores it as it was previewed", async () => {
    const { sent } = render(
      <ZoneHistory zoneName={zone.name} />,
      { ...answers, "zones.restore": { ...zoneChange, version: 4 } },
      "version=2",
    );
    const drawer = await screen.findByRole("dialog", { name: "Version 2" });
    await within(drawer).findByText("192.0.2.1");
    await click(messages.zoneHistory.restore);
    const dialog = await screen.findByRole("dialog", { name: "Restore version 2?" });
    const submit = await within(dialog).findByRole("button", { name: messages.zoneHistory.restoreSubmit });
    await waitFor(() => expect(submit).toHaveProperty("disabled", false));
    fireEvent.click(submit);
    await waitFor(() => expect(sent.find(({ name }) => name === "zones.restore")?.ifMatch).toBe('"v3"'));
  });
});
