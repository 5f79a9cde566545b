/**
 * Claims items until none is left or `signal` is aborted, and works on at most `parallel` at once. Only a claimed item
 * starts the next runner, so that a run without anything to claim costs one query.
 */
export async function processClaims<Item>(
  parallel: number,
  signal: AbortSignal,
  claimNext: () => Promise<Item | undefined>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const claim = async () => (signal.aborted ? undefined : claimNext());
  const workFrom = async (first: Item): Promise<void> => {
    for (let item: Item | undefined = first; item !== undefined; item = await claim()) {
      await work(item);
    }
  };
  const run = async (runnersLeft: number): Promise<void> => {
    const first = runnersLeft > 0 ? await claim() : undefined;
    if (first !== undefined) {
      await Promise.all([workFrom(first), run(runnersLeft - 1)]);
    }
  };
  await run(parallel);
}
