# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rules on the code in the zip, checked on its syntax: they find what a reviewer would find by reading.

Each rule yields a sentence for every fault it finds.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from .listing_rules import terse
from .submission import Submission, dotted

_NETWORK = {"aiohttp", "ftplib", "http", "httpx", "requests", "smtplib", "socket", "ssl", "urllib.request", "xmlrpc"}
_INSTALLERS = {"pip", "ensurepip", "addon_utils", "venv"}
_THREADS = {"threading", "_thread", "concurrent", "multiprocessing", "asyncio"}
_THREAD_WORDS = re.compile(r"\b(threading|_thread|concurrent\.futures|multiprocessing|asyncio)\b")
#: Outside `addon/`, what may use threads: each of them in no process that has bpy.
_THREADED = {"navcore/workers.py"}
#: Programs of a second process, where there is no Blender whose modules they could disturb.
_SECOND_PROCESS = {"addon/jobs/child.py"}
#: Who writes, and where to. Anyone else needs a look, and a line here.
_WRITERS = {
    "addon/jobs/message.py": "the temporary folder of Blender's session",
    "addon/jobs/process.py": "the temporary folder of Blender's session",
    "addon/jobs/serving.py": "the same folder, and its own standard output",
    "addon/scene/files.py": "a temporary folder that is deleted again",
    "cli/output.py": "os.devnull, in the place of an output that is closed or full",
    "cli/silence.py": "os.devnull, to keep Blender's own words out of the output",
    "cli/targets.py": "the folder that the user names",
    "navcore/fileformat/atomic.py": "the file that the user names",
    "navcore/fileformat/detour.py": "the same, through atomic",
    "navcore/fileformat/gltf.py": "the same, through atomic",
    "navcore/fileformat/volant_file.py": "the same, through atomic",
    "navcore/fileformat/voxel_map.py": "memory, and then the same",
}
#: Functions that write, by their last name.
_WRITING = {
    *("write_text", "write_bytes", "mkdir", "makedirs", "mkdtemp", "mkstemp", "TemporaryDirectory", "TemporaryFile"),
    *("NamedTemporaryFile", "rmtree", "fdopen", "rename", "unlink", "rmdir", "touch", "symlink", "copyfile"),
    *("copytree", "savez", "savez_compressed", "savetxt", "tofile"),
}
#: The same, where the last name alone says too little.
_WRITING_IN_FULL = {"os.open", "os.replace", "os.remove", "shutil.copy", "shutil.copy2", "shutil.move", "np.save"}
#: Classes that Blender knows by name, and how such a name has to look.
_CLASS_NAMES = {
    "Operator": r"VOLANT_OT_[a-z_]+",
    "Panel": r"VOLANT_PT_[a-z_]+",
    "Menu": r"VOLANT_MT_[a-z_]+",
    "UIList": r"VOLANT_UL_[a-z_]+",
    "FileHandler": r"VOLANT_FH_[a-z_]+",
    "Gizmo": r"VOLANT_GT_[a-z_]+",
    "GizmoGroup": r"VOLANT_GGT_[a-z_]+",
    "PropertyGroup": r"Volant[A-Za-z]+",
    "AddonPreferences": r"Volant[A-Za-z]+",
}
_CHANGING = {"append", "insert", "extend", "remove", "pop", "clear", "update", "setdefault", "__setitem__"}


def permissions(submission: Submission) -> Iterator[str]:
    asked = submission.manifest.get("permissions", {})
    used = _used_permissions(submission)
    yield from (f"{name} is used, but the manifest does not ask for it" for name in sorted(used - asked.keys()))
    yield from (f"the manifest asks for {name}, but nothing uses it" for name in sorted(asked.keys() - used))
    for name, reason in asked.items():
        yield from terse(f"the reason for {name}", reason)


def no_threads(submission: Submission) -> Iterator[str]:
    """None in `addon/`, not even the words. Elsewhere in known files only, which must ask whether bpy is loaded."""
    instead = "long work goes into a second process (addon/jobs)"
    for path in submission.modules:
        if path.startswith("addon/"):
            for word in _THREAD_WORDS.findall(submission.text(path)):
                yield f"{path} mentions {word}; {instead}"
    for path, where, imported in submission.imports():
        if not path.startswith("addon/") and path not in _THREADED and _within(imported, _THREADS):
            yield f"{where} imports {imported}; {instead}"
    for path in sorted(_THREADED & submission.modules.keys()):
        if not any(_asks_for_bpy(node) for node in ast.walk(submission.modules[path])):
            yield f'{path} uses threads without asking for: "bpy" not in sys.modules'


def no_dynamic_code(submission: Submission) -> Iterator[str]:
    for _path, where, node in submission.nodes:
        if isinstance(node, ast.Call) and dotted(node.func) in {"eval", "exec", "compile", "__import__"}:
            yield f"{where} calls {dotted(node.func)}"


def no_import_tricks(submission: Submission) -> Iterator[str]:
    """Reading what is loaded is fine; changing what others load is not."""
    for path, where, node in submission.nodes:
        changed = {dotted(target) for target in _changed(node)} & {"sys.path", "sys.modules", "sys.meta_path"}
        if path not in _SECOND_PROCESS:
            yield from (f"{where} changes {name}" for name in sorted(changed))


def relative_imports(submission: Submission) -> Iterator[str]:
    own = {submission.manifest.get("id", ""), *(path.partition("/")[0] for path in submission.modules if "/" in path)}
    for _path, where, name in submission.imports():
        if name.partition(".")[0] in own:
            yield f"{where} imports {name}; in Blender the package has another name, so imports have to be relative"


def no_network(submission: Submission) -> Iterator[str]:
    for _path, where, name in submission.imports():
        if _within(name, _NETWORK):
            yield f"{where} imports {name}; Volant has no business on the network"


def no_updater(submission: Submission) -> Iterator[str]:
    for _path, where, name in submission.imports():
        if _within(name, _INSTALLERS):
            yield f"{where} imports {name}; the platform installs and updates"
    for _path, where, node in submission.nodes:
        name = dotted(node) if isinstance(node, ast.Attribute) else ""
        if name.startswith(("bpy.ops.extensions.", "bpy.ops.preferences.addon_")):
            yield f"{where} uses {name}; the platform installs and updates"


def known_writers(submission: Submission) -> Iterator[str]:
    """Nobody writes who is not listed, and nobody is listed who does not."""
    idle = _WRITERS.keys() & submission.modules.keys()
    for path, where, node in submission.nodes:
        if not isinstance(node, ast.Call) or not _is_writing(node):
            continue
        idle -= {path}
        if path not in _WRITERS:
            yield (
                f"{where} writes with {dotted(node.func)}; if it does so only where the user says or Blender lets "
                "extensions write, list it in devtools/publishing/code_rules.py"
            )
    yield from (f"{path} writes nothing; take it out of devtools/publishing/code_rules.py" for path in sorted(idle))


def class_names(submission: Submission) -> Iterator[str]:
    for _path, where, node in submission.nodes:
        if not isinstance(node, ast.ClassDef):
            continue
        for base in map(dotted, node.bases):
            wanted = _CLASS_NAMES.get(base.rpartition(".")[2]) if base.startswith("bpy.types.") else None
            if wanted and not re.fullmatch(wanted, node.name):
                yield f"{where}: {node.name} is not named like {wanted}"
        for idname in _assigned(node, "bl_idname"):
            if node.name.startswith("VOLANT_OT_") and idname != node.name.lower().replace("_ot_", ".", 1):
                yield f"{where}: {node.name} has the idname {idname}"


def registration(submission: Submission) -> Iterator[str]:
    for _path, where, node in submission.nodes:
        if isinstance(node, ast.Name) and node.id == "bl_info":
            yield f"{where} has a bl_info; the manifest takes its place"
        if isinstance(node, ast.FunctionDef) and node.name == "register":
            inside = {dotted(part) for part in ast.walk(node)}
            if inside & {"bpy.app.version", "bpy.app.version_string"}:
                yield f"{where} looks at Blender's version when it registers; blender_version_min does that"
        if isinstance(node, ast.Attribute) and node.attr == "keyconfigs":
            yield f"{where} touches keymaps; the keys belong to the user"


RULES = (
    *(permissions, no_threads, no_dynamic_code, no_import_tricks, relative_imports, no_network, no_updater),
    *(known_writers, class_names, registration),
)


def _within(name: str, packages: set[str]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def _asks_for_bpy(node: ast.AST) -> bool:
    """Whether it is `"bpy" not in sys.modules`."""
    return isinstance(node, ast.Compare) and ast.unparse(node) == "'bpy' not in sys.modules"


def _used_permissions(submission: Submission) -> set[str]:
    used = set()
    for _path, _where, node in submission.nodes:
        if isinstance(node, ast.Attribute) and node.attr == "clipboard":
            used.add("clipboard")
        if isinstance(node, ast.Call) and (_is_writing(node) or dotted(node.func) == "open"):
            used.add("files")
    if any(_within(name, _NETWORK) for _path, _where, name in submission.imports()):
        used.add("network")
    return used


def _is_writing(call: ast.Call) -> bool:
    name = dotted(call.func)
    last = name.rpartition(".")[2]
    if last in _WRITING or name in _WRITING_IN_FULL:
        return True
    if last != "open":
        return False
    options = [*call.args, *(word.value for word in call.keywords if word.arg == "mode")]
    modes = [node.value for node in options if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return any(re.fullmatch(r"[rwaxbt+]*[wax+][rwaxbt+]*", mode) for mode in modes)


def _changed(node: ast.AST) -> list[ast.expr]:
    """What a piece of syntax assigns to, deletes, or calls a changing method of."""
    targets: list[ast.expr] = []
    if isinstance(node, ast.Assign | ast.Delete):
        targets = list(node.targets)
    elif isinstance(node, ast.AugAssign | ast.AnnAssign):
        targets = [node.target]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _CHANGING:
        targets = [node.func.value]
    return [target.value if isinstance(target, ast.Subscript) else target for target in targets]


def _assigned(owner: ast.ClassDef, name: str) -> Iterator[str]:
    """The string that a class gives to an attribute."""
    for node in owner.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            yield from (str(node.value.value) for target in node.targets if dotted(target) == name)
