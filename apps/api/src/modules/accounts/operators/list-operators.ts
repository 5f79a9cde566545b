import { operators, users } from "@zonepost/db";
import { asc, eq } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

export type Operator = { email: string; grantedAt: Date; hasSecondFactor: boolean };

export const listOperators = (db: Queryable): Promise<Operator[]> =>
  db
    .select({
      email: users.email,
      grantedAt: operators.grantedAt,
      hasSecondFactor: users.twoFactorEnabled,
    })
    .from(operators)
    .innerJoin(users, eq(users.id, operators.userId))
    .orderBy(asc(users.email));
