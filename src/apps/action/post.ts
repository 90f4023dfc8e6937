/** Entry of the action's post step: where the step was killed before it could clean up, this ends its servers and folders. */

import { sweepWorkFolders } from "../../io/database/place/work-folder.ts";
import { BRANCH_FOLDER_PREFIX } from "../../io/git/branch-folder.ts";
import { sweepWorktrees } from "../../io/git/worktree.ts";
import { withdrawSecrets } from "../../io/host/actions.ts";
import { sweepTemporary } from "../../io/host/temporary.ts";
import { PASSWORD_PREFIX } from "../../io/load/passwords.ts";

const token = process.env["INPUT_GITHUB-TOKEN"] ?? "";
withdrawSecrets(); // Before git and whatever else is started.
await sweepWorkFolders();
await sweepTemporary(PASSWORD_PREFIX);
await sweepTemporary(BRANCH_FOLDER_PREFIX);
// Where a stranger's artifact is published nothing was measured, and git must not run in a folder that may hold the stranger's files.
if (!process.env["INPUT_PUBLISH"]) await sweepWorktrees(process.cwd());
// Nothing here asks the event, which what was measured can have broken; the toolkit would read it as it is loaded.
delete process.env["GITHUB_EVENT_PATH"];
const { finishUnfinished } = await import("./finish-unfinished.ts");
await finishUnfinished(token);
