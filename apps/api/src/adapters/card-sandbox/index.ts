import { z } from "zod";
import { ProcessorError, type TestCards } from "../../modules/payments/ports.ts";

const timeoutMs = 10_000;
const savedCard = z.object({ id: z.string() });
const refusal = z.object({ error: z.object({ message: z.string() }) });

type CardSandboxOptions = { url: string; controlSecret: string; timeoutFactor?: number | undefined };

/** The routes of the sandbox's card processor that Stripe doesn't have. */
export function createCardSandbox({ timeoutFactor = 1, ...options }: CardSandboxOptions): TestCards {
  async function post(path: string, body: object): Promise<unknown> {
    let response: Response;
    try {
      response = await fetch(new URL(`/control${path}`, options.url), {
        method: "POST",
        headers: { authorization: `Bearer ${options.controlSecret}`, "content-type": "application/json" },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs * timeoutFactor),
      });
    } catch (error) {
      throw new ProcessorError("unavailable", "the sandbox's card processor does not respond", {
        cause: error,
      });
    }
    const answer: unknown = await response.json().catch(() => undefined);
    if (response.ok) {
      return answer;
    }
    const { data } = refusal.safeParse(answer);
    const reason = response.status === 402 ? "declined" : response.status < 500 ? "refused" : "unavailable";
    throw new ProcessorError(reason, data?.error.message ?? `status ${response.status}`);
  }

  return {
    saveCard: async (customerId, number) =>
      savedCard.parse(await post("/payment-methods", { customer: customerId, number })).id,
    async makeTrouble(kind, times) {
      await post("/trouble", { kind, times });
    },
    async openDispute(intentId) {
      await post(`/charges/${intentId}/dispute`, {});
    },
    async closeDispute(intentId, { isWon }) {
      await post(`/charges/${intentId}/dispute/close`, { won: isWon });
    },
    async warnOfFraud(intentId) {
      await post(`/charges/${intentId}/fraud-warning`, {});
    },
  };
}
