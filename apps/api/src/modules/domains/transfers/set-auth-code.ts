import { randomInt } from "node:crypto";
import type { Ctx } from "../../../kernel/ctx.ts";
import { newId } from "../../../kernel/ids.ts";
import { asAppError, registryUnavailable } from "../errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { clTridOf, registrarOf } from "../model/registrar.ts";
import { type DomainPorts, isOutcomeUnknown } from "../ports.ts";

const letters = "abcdefghjkmnpqrstuvwxyz";
const capitals = "ABCDEFGHJKLMNPQRSTUVWXYZ";
const figures = "23456789";
// Symbols that need no XML escape and that forms accept.
const signs = "-+=*";

/** 20 characters including each kind that registries require, without lookalikes. */
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

/** If the response is lost, the same code is set again. Returns the command's clTRID for the audit log. */
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
