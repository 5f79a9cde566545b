import { randomInt } from "node:crypto";
import type { Ctx } from "../../../kernel/ctx.ts";
import { newId } from "../../../kernel/ids.ts";
import { asAppError, registryUnavailable } from "../errors.ts";
import { clTridOf } from "../model/cl-trid.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { registrarOf } from "../model/registrar-of.ts";
import { type DomainPorts, isOutcomeUnknown } from "../ports.ts";

const letters = "abcdefghjkmnpqrstuvwxyz";
const capitals = "ABCDEFGHJKLMNPQRSTUVWXYZ";
const figures = "23456789";
// Signs that need no escape in XML, and that no form takes for something else.
const signs = "-+=*";

/** 20 characters of each kind, as registries ask for them; without those that are mistaken for each other. */
export function newAuthCode(): string {
  const kinds = [letters, capitals, figures, signs];
  const pick = (from: string) => from.charAt(randomInt(from.length));
  const picked = [...kinds.map(pick), ...Array.from({ length: 16 }, () => pick(kinds.slice(0, 3).join("")))];
  for (let last = picked.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    [picked[last], picked[other]] = [picked[other] ?? "", picked[last] ?? ""];
  }
  return picked.join("");
}

/**
 * Sets the code at the registry; an answer that was lost is asked for by setting the same one again. Returns the
 * command's name in both parties' logs, for the audit log.
 */
export async function setAuthCode(
  ctx: Ctx & DomainPorts,
  domain: Pick<DomainRow, "name" | "registrar">,
  authCode: string,
): Promise<string> {
  const clTRID = clTridOf(newId());
  const registrar = registrarOf(ctx, domain);
  await registrar
    .changeAuthCode(domain.name, authCode, { clTRID })
    .catch((error: unknown) => {
      if (!isOutcomeUnknown(error)) {
        throw error;
      }
      return registrar.changeAuthCode(domain.name, authCode, { clTRID: `${clTRID}-2` });
    })
    .catch((error: unknown) => {
      throw isOutcomeUnknown(error) ? registryUnavailable(error) : asAppError(error);
    });
  return clTRID;
}
