// SPDX-FileCopyrightText: 2026 The Volant team
// SPDX-License-Identifier: GPL-3.0-or-later
// Has Detour, the original compiled to WebAssembly, load a file and answer questions; writes what it says as JSON.
// `node detour.mjs PACKAGES FILE QUESTIONS`, with recast-navigation in the node_modules of PACKAGES.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [packages, file, questions] = process.argv.slice(2);
const require = createRequire(join(packages, "package.json"));
const core = await import(pathToFileURL(require.resolve("@recast-navigation/core")).href);
await core.init();

const { navMesh } = core.importNavMesh(new Uint8Array(readFileSync(file)));
const tile = navMesh.getTile(0);
const header = tile.header();
const polygons = [];
for (let index = 0; index < header.polyCount(); index++) {
  const poly = tile.polys(index);
  const corners = [];
  for (let corner = 0; corner < poly.vertCount(); corner++) {
    const at = 3 * poly.verts(corner);
    corners.push([tile.verts(at), tile.verts(at + 1), tile.verts(at + 2)]);
  }
  const links = [];
  // None is all ones, which comes as -1.
  for (let link = poly.firstLink(); link >>> 0 !== 0xffffffff; link = tile.links(link).next()) {
    links.push(navMesh.decodePolyId(tile.links(link).ref()).tilePolygonIndex);
  }
  polygons.push({ corners, links, kind: poly.areaAndType() });
}

const query = new core.NavMeshQuery(navMesh, { maxNodes: 65535 });
const point = ([x, y, z]) => ({ x, y, z });
const given = JSON.parse(readFileSync(questions, "utf8"));
const halfExtents = { x: 0.01, y: 0.5, z: 0.01 };
const paths = given.pairs.map(([start, goal]) => {
  const options = { halfExtents, maxPathPolys: 4096, maxStraightPathPoints: 4096 };
  const found = query.computePath(point(start), point(goal), options);
  return found.success ? found.path.map(({ x, y, z }) => [x, y, z]) : null;
});
const heights = given.places.map((place) => {
  const near = query.findNearestPoly(point(place), { halfExtents });
  const found = query.getPolyHeight(near.nearestRef, point(place));
  return found.success ? found.height : null;
});
console.log(JSON.stringify({ polygons, paths, heights }));
