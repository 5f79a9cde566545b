/** The cycles of a graph (`from → [to, …]`): one shortest cycle for each strongly connected group of files. */
export function findCycles(edges) {
  return components(edges)
    .filter((group) => group.length > 1 || edges.get(group[0]).includes(group[0]))
    .map((group) => shortestCycle(edges, new Set(group)));
}

/** Tarjan's strongly connected components, without recursion. */
function components(edges) {
  const index = new Map();
  const low = new Map();
  const onStack = new Set();
  const stack = [];
  const groups = [];
  for (const root of edges.keys()) {
    if (index.has(root)) {
      continue;
    }
    const work = [{ node: root, next: 0 }];
    for (let frame = work.at(-1); frame; frame = work.at(-1)) {
      const { node } = frame;
      if (frame.next === 0) {
        index.set(node, index.size);
        low.set(node, index.get(node));
        stack.push(node);
        onStack.add(node);
      }
      const targets = edges.get(node);
      if (frame.next < targets.length) {
        const target = targets[frame.next++];
        if (!index.has(target)) {
          work.push({ node: target, next: 0 });
        } else if (onStack.has(target)) {
          low.set(node, Math.min(low.get(node), index.get(target)));
        }
        continue;
      }
      work.pop();
      const parent = work.at(-1)?.node;
      if (parent !== undefined) {
        low.set(parent, Math.min(low.get(parent), low.get(node)));
      }
      if (low.get(node) === index.get(node)) {
        const group = stack.splice(stack.indexOf(node));
        for (const member of group) {
          onStack.delete(member);
        }
        groups.push(group);
      }
    }
  }
  return groups;
}

function shortestCycle(edges, group) {
  const start = [...group].sort()[0];
  const cameFrom = new Map();
  const queue = [start];
  for (const node of queue) {
    for (const target of edges.get(node)) {
      if (target === start) {
        const way = [start];
        for (let at = node; at !== start; at = cameFrom.get(at)) {
          way.unshift(at);
        }
        return [start, ...way];
      }
      if (group.has(target) && !cameFrom.has(target)) {
        cameFrom.set(target, node);
        queue.push(target);
      }
    }
  }
  return [...group];
}
