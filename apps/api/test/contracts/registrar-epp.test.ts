import { afterAll, beforeAll, describe } from "vitest";
import { newId } from "../../src/kernel/ids.ts";
import type { Registrar } from "../../src/modules/domains/index.ts";
import { createDomainFixture, type DomainFixture } from "../support/domains/domain-fixture.ts";
import { describeRegistrar } from "./registrar.ts";

let fixture: DomainFixture;
let absentRegistrar: Registrar;
beforeAll(async () => {
  fixture = await createDomainFixture();
  absentRegistrar = fixture.absentRegistrar();
});
afterAll(async () => {
  await absentRegistrar.close();
  await fixture[Symbol.asyncDispose]();
});

describe("the EPP registrar", () => {
  const newName = async (sponsor: string) => {
    const name = `contract-${newId()}.com`;
    await fixture.putAtRegistry(name, sponsor);
    return name;
  };
  describeRegistrar(() => ({
    registrar: fixture.registrar,
    absentRegistrar,
    ownName: () => newName("zonepost"),
    foreignName: () => newName("rival"),
    loseNextAnswer: () =>
      fixture.registry.injectFault({ kind: "drop_after_write", command: "domain:update" }),
    // A registry auto-renews expired domains and notifies their registrar.
    async queueNotice() {
      const name = `contract-${newId()}.com`;
      await fixture.putAtRegistry(name, "zonepost", { expiresAt: new Date(Date.now() - 60_000) });
      await fixture.registrar.readDomain(name);
      return name;
    },
  }));
});
