// SPDX-FileCopyrightText: 2026 The Volant team
// SPDX-License-Identifier: GPL-3.0-or-later
// Recast and Detour, the original compiled to WebAssembly: reads a scene and questions from a file, and writes what it
// made of them to another. `node recast.mjs INPUT OUTPUT`, with recast-navigation beside it in node_modules.

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { join } from "node:path";

const [packages, input, output] = process.argv.slice(2);
const require = createRequire(join(packages, "package.json"));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const core = await load("recast-navigation");
const generators = await load("recast-navigation/generators");
await core.init();

const given = JSON.parse(readFileSync(input, "utf8"));
// Recast has y up: x, z, -y.
const up = ([x, y, z]) => ({ x, y: z, z: -y });
const back = ({ x, y, z }) => [x, -z, y];
const positions = new Float32Array(given.vertices.flatMap(([x, y, z]) => [x, z, -y]));
const indices = new Uint32Array(given.triangles.flat());

const seconds = () => process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6;
const began = seconds();
const { success, navMesh, error } = generators.generateSoloNavMesh(positions, indices, given.config);
const bake = seconds() - began;
if (!success) throw new Error(error);

const polygons = [];
const neighbors = [];
for (let number = 0; number < navMesh.getMaxTiles(); number++) {
  const tile = navMesh.getTile(number);
  const header = tile.header();
  if (!header) continue;
  for (let index = 0; index < header.polyCount(); index++) {
    const poly = tile.polys(index);
    const corners = [];
    const behind = [];
    for (let corner = 0; corner < poly.vertCount(); corner++) {
      const at = 3 * poly.verts(corner);
      corners.push(back({ x: tile.verts(at), y: tile.verts(at + 1), z: tile.verts(at + 2) }));
      behind.push(poly.neis(corner) - 1);
    }
    polygons.push(corners);
    neighbors.push(behind);
  }
}

const query = new core.NavMeshQuery(navMesh, { maxNodes: 65535 });
const halfExtents = { x: given.snap, y: given.snapUp, z: given.snap };
const answers = given.pairs.map(([start, goal]) => {
  const since = process.hrtime.bigint();
  const found = query.computePath(up(start), up(goal), {
    halfExtents,
    maxPathPolys: 4096,
    maxStraightPathPoints: 4096,
  });
  const took = Number(process.hrtime.bigint() - since) / 1e9;
  return { success: found.success, points: found.path.map(back), seconds: took };
});
const file = core.exportNavMesh(navMesh).length;
writeFileSync(output, JSON.stringify({ bake, polygons, neighbors, answers, file }));
