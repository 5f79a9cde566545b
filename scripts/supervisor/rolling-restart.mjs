/** A request may take a minute to arrive, and a delivery half a minute. */
const drainWithinMs = { api: 60_000, worker: 60_000, panel: 60_000 };
const stopWithinMs = 2_000;

const messageOf = (error) => error.publicMessage ?? error.stack;

/**
 * Replaces one process after another: a new one first runs beside the old one, at the same listening socket, and only then
 * the old one ends what it has begun. The first that doesn't start stops the restart, and the old ones go on.
 * @param {{ held: any, output: any, signal: AbortSignal, prepare: () => Promise<(kind: string) => (options: object) => any> }} context
 */
export function createRollingRestart({ held, output, signal, prepare }) {
  let isRunning = false;

  async function replace(service, start) {
    const listener = service.kind === "worker" ? undefined : await service.handOver();
    signal.throwIfAborted();
    const next = start({ name: service.name, listener });
    held.services.push(next);
    try {
      await next.ready;
    } catch (error) {
      await next.stop(stopWithinMs);
      held.services.splice(held.services.indexOf(next), 1);
      throw error;
    } finally {
      listener?.close();
    }
    signal.throwIfAborted();
    if (service.kind === "worker") {
      await service.stop(drainWithinMs.worker);
    } else {
      await service.drain(drainWithinMs[service.kind]);
    }
    held.services.splice(held.services.indexOf(service), 1);
  }

  async function restartAll() {
    output.say("restarting one process after another");
    const starterOf = await prepare();
    const startedMs = performance.now();
    for (const kind of ["api", "worker", "panel"]) {
      const start = starterOf(kind);
      const services = held.services.filter((each) => each.kind === kind);
      for (const service of services.sort((one, other) => one.name.localeCompare(other.name))) {
        signal.throwIfAborted();
        await replace(service, start);
      }
    }
    output.say(`restarted (${((performance.now() - startedMs) / 1000).toFixed(1)} s)`);
  }

  return async () => {
    if (isRunning) {
      output.say("a restart is already running");
      return;
    }
    isRunning = true;
    held.runFile.noteRestart(({ begun }) => ({ begun: begun + 1 }));
    let failure = null;
    try {
      await restartAll();
    } catch (error) {
      if (!signal.aborted) {
        failure = messageOf(error);
        output.say(`error: the restart was stopped, and the other processes go on: ${failure}`);
      }
    } finally {
      isRunning = false;
      held.runFile.noteRestart(({ ended }) => ({ ended: ended + 1, failure }));
    }
  };
}
