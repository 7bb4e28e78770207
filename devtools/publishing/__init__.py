# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules of Blender's extension platform, checked on what would be uploaded; `docs/publishing.md` explains them."""
