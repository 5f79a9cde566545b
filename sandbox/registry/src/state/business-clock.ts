import postgres from "postgres";

const undefinedTable = "42P01";

/** The registry's time: the wall clock plus the offset that all processes share. */
export async function businessNow(sql: postgres.Sql): Promise<Date> {
  return new Date(Date.now() + (await offsetMs(sql)));
}

async function offsetMs(sql: postgres.Sql): Promise<number> {
  try {
    const [row] = await sql<{ offset_ms: string }[]>`select offset_ms from public.business_clock limit 1`;
    return row ? Number(row.offset_ms) : 0;
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === undefinedTable) {
      return 0;
    }
    throw error;
  }
}
