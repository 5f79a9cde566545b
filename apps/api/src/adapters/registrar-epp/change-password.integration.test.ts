import { createTestDatabase, type TestDatabase } from "@zonepost/db/testing";
import { type Registry, startRegistry } from "@zonepost/registry";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  changeRegistryPassword,
  generateRegistryPassword,
  type NewPasswordStore,
  PasswordChangeError,
} from "./change-password.ts";

const [first, second] = ["first-password", "second-password"];

let database: TestDatabase;
let registry: Registry;
let clientId: string;
let made = 0;
const registrars = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`changer-${at}`, first]));
beforeAll(async () => {
  database = await createTestDatabase();
  registry = await startRegistry({
    databaseUrl: database.url,
    clientId: "zonepost",
    password: "test-pass-word",
    registrars,
  });
});
afterAll(async () => {
  await registry?.close();
  await database?.drop();
});
beforeEach(() => {
  clientId = `changer-${made}`;
  made += 1;
});

const accountWith = (password: string) => ({
  host: "127.0.0.1",
  port: registry.port,
  tls: { ca: registry.certificatePem },
  clientId,
  password,
});

/** The file, and what it held at each step. */
function createStore(held?: string) {
  const steps: string[] = [];
  const store: NewPasswordStore = {
    read: () => held,
    write(password) {
      held = password;
      steps.push("written");
    },
    remove() {
      held = undefined;
      steps.push("removed");
    },
  };
  return { store, steps, held: () => held };
}
const change = (store: NewPasswordStore, configured = first, next = second) =>
  changeRegistryPassword(accountWith(configured), store, async () => next);

/** Whether the registry accepts it: a change from it to itself is refused before anything is sent. */
async function accepts(password: string): Promise<boolean> {
  const { store } = createStore();
  const other = generateRegistryPassword();
  try {
    await changeRegistryPassword(accountWith(password), store, async () => other);
    await changeRegistryPassword(accountWith(other), createStore().store, async () => password);
    return true;
  } catch (error) {
    expect((error as Error).message).toBe(
      "The registry refuses the configured password, so nothing was changed.",
    );
    return false;
  }
}

describe("a new password at a registry", () => {
  it("is stored before it is sent, and kept", async () => {
    const { store, steps, held } = createStore();
    expect(await change(store)).toEqual({ isNew: true });
    expect([steps, held()]).toEqual([["written"], second]);
    expect([await accepts(second), await accepts(first)]).toEqual([true, false]);
  });

  it("that reached the registry before a crash is found, and not sent again", async () => {
    const { store, steps } = createStore(second);
    await change(createStore().store);
    expect(await change(store, first, "third-password")).toEqual({ isNew: false });
    expect([steps, await accepts(second)]).toEqual([[], true]);
  });

  it("that didn't reach the registry before a crash is sent then", async () => {
    const { store, steps } = createStore(second);
    expect(await change(store, first, "third-password")).toEqual({ isNew: true });
    expect([steps, await accepts(second)]).toEqual([[], true]);
  });

  it("replaces one whose change is complete, since it is configured", async () => {
    const { store, held } = createStore(first);
    expect(await change(store)).toEqual({ isNew: true });
    expect([held(), await accepts(second)]).toEqual([second, true]);
  });

  it("is found at the registry if only the response is lost", async () => {
    await registry.injectFault({ kind: "drop_after_write", command: "login" });
    const { store, held } = createStore();
    expect(await change(store)).toEqual({ isNew: true });
    expect([held(), await accepts(second)]).toEqual([second, true]);
  });

  it("is kept for another try if the login is lost", async () => {
    await registry.injectFault({ kind: "drop_before", command: "login" });
    const { store, held } = createStore();
    await expect(change(store)).rejects.toThrow("the password hasn't changed. Try again.");
    expect([held(), await accepts(first)]).toEqual([second, true]);
    expect(await change(store)).toEqual({ isNew: true });
  });

  it("isn't kept if the registry refuses it, with the registry's reason", async () => {
    await registry.injectFault({ kind: "answer", command: "login", code: 2306 });
    const { store, held } = createStore();
    await expect(change(store)).rejects.toThrow(/^The registry didn't change the password: 2306 /);
    expect([held(), await accepts(first)]).toEqual([undefined, true]);
  });

  it.each([
    ["the configured one is wrong", "not-the-password", second, "refuses the configured password"],
    ["it is the current one", first, first, "is the current one"],
  ])("isn't sent, and not kept, if %s", async (_what, configured, next, says) => {
    const { store, held } = createStore();
    await expect(change(store, configured, next)).rejects.toThrow(says);
    expect([held(), await accepts(first)]).toEqual([undefined, true]);
  });

  it("isn't kept if the registry can't be reached, whose answer is told without a password", async () => {
    const { store, held } = createStore();
    const away = { ...accountWith(first), port: 9 };
    const error = await changeRegistryPassword(away, store, async () => second).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(PasswordChangeError);
    expect(error.message).toMatch(/^The registry didn't change the password: /);
    expect([error.message.includes(first), error.message.includes(second)]).toEqual([false, false]);
    expect(held()).toBeUndefined();
    const resumed = createStore(second);
    await expect(changeRegistryPassword(away, resumed.store, async () => "third-password")).rejects.toThrow(
      /can't be asked/,
    );
    expect(resumed.held()).toBe(second);
  });

  it("that is generated suits every registry, and is another each time", () => {
    const generated = Array.from({ length: 500 }, generateRegistryPassword);
    expect(new Set(generated).size).toBe(500);
    for (const password of generated) {
      expect(password).toMatch(/^[\w.!+-]{16}$/);
      for (const kind of [/[a-z]/, /[A-Z]/, /\d/, /[-_.!+]/]) {
        expect(password).toMatch(kind);
      }
    }
  });
});
