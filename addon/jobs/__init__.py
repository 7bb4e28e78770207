# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Long work beside Blender's window.

`job` : what an operator starts: reads the scene, has a task done, stores its answer. One at a time.
`work` : a task under way, in a second process or, where none can be started, in slices on Blender's own thread.
`process` : the second process, as Blender sees it; `child` is the program it runs.
`tasks` : what can be asked; `message` : how questions and answers travel.

`child`, `tasks` and `message` run without Blender, so importing this package imports nothing.
"""
