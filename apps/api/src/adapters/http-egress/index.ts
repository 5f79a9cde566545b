import type { WebhookTransport } from "../../modules/webhooks/ports.ts";
import { Attempt } from "./attempt.ts";
import { checkUrl } from "./check-url.ts";
import { type ConnectionOptions, createDialing } from "./connection.ts";
import { ConnectionPool, defaultPoolLimits, type PoolLimits } from "./connection-pool.ts";
import { createTargets } from "./target.ts";

export type HttpEgressOptions = ConnectionOptions & { poolLimits?: Partial<PoolLimits> };

/**
 * Sends to addresses that strangers chose. Connections are vetted when they are opened and kept for a short time. No
 * redirects, environment proxies, cookies or TLS sessions.
 */
export function createHttpEgress(options: HttpEgressOptions): WebhookTransport {
  const { allowPrivateNetworks } = options;
  const pool = new ConnectionPool(createDialing(options), { ...defaultPoolLimits, ...options.poolLimits });
  const targetOf = createTargets(allowPrivateNetworks);
  return {
    checkUrl: (url) => checkUrl(url, allowPrivateNetworks),
    async send(request) {
      const target = targetOf(request.url);
      return "error" in target
        ? { ...target, durationMs: 0 }
        : await new Attempt(pool, target, request).run();
    },
  };
}
