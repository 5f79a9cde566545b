import type { MailAliasInput, MailAliasPatch } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import type { BeforeOf } from "../../../kernel/fresh-proof.ts";
import { filterOutside } from "../forwarding/describe-targets.ts";
import { getOwnMailDomain } from "../model/get-own-mail-domain.ts";
import { type AliasId, getAliasRow } from "./get-alias.ts";
import { readTargets } from "./update-alias.ts";

export async function readBeforeCreation(
  ctx: WorkspaceCtx,
  { domainName, toAddress, toAddresses = [] }: MailAliasInput & { domainName: string },
): Promise<BeforeOf<"createMailAlias">> {
  await getOwnMailDomain(ctx, domainName);
  return { outside: await filterOutside(ctx.db, ctx, toAddress === undefined ? toAddresses : [toAddress]) };
}

export async function readBeforeUpdate(
  ctx: WorkspaceCtx,
  { domainName, id, toAddresses }: MailAliasPatch & AliasId,
): Promise<BeforeOf<"updateMailAlias">> {
  const row = await getAliasRow(ctx.db, await getOwnMailDomain(ctx, domainName), id);
  return {
    fromAddress: row.fromAddress,
    targets: await readTargets(ctx.db, row),
    outside: await filterOutside(ctx.db, ctx, toAddresses),
  };
}
