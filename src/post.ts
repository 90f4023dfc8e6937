/** Entry of the action's post step: where the step was killed before it could clean up, this ends its servers and folders. */
import { sweepWorktrees } from "./git/worktree.ts";
import { sweep } from "./target/work-folder.ts";

await sweep();
await sweepWorktrees(process.cwd());
