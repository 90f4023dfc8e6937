/** Migrations of Entity Framework Core: only .NET applies them, and which project starts the application no file says. */
import {
  type Candidate,
  folderOf,
  foldersUpFrom,
  inFolder,
  isAside,
  type Repository,
  shellWord,
} from "../repository.ts";

const SNAPSHOT = /^((?:.*\/)?)[^/]+ModelSnapshot\.cs$/;
/** Connection in the words of Npgsql. */
const CONNECTION = "Host=$PGHOST;Port=$PGPORT;Database=$PGDATABASE;Username=$PGUSER;Password=$PGPASSWORD";

/** One candidate for each context whose snapshot is made for PostgreSQL. */
export function efCore({ files, read }: Repository): readonly Candidate[] {
  const projects = new Set(files.filter((file) => file.endsWith(".csproj")).map(folderOf));
  return files
    .filter((file) => SNAPSHOT.test(file) && !isAside(file) && /\bNpgsql/.test(read(file) ?? ""))
    .map((snapshot) => {
      const place = folderOf(snapshot);
      const migrations = files.filter(
        (file) => file.startsWith(inFolder(place, "")) && /\/\d{14}_\w+\.cs$/.test(file),
      );
      const project = foldersUpFrom(place).find((folder) => projects.has(folder)) ?? place;
      const command = `dotnet ef database update --project ${shellWord(project)} --connection "${CONNECTION}"`;
      return {
        tool: "Entity Framework Core",
        place,
        count: migrations.filter((file) => !file.endsWith(".Designer.cs")).length,
        steps: null,
        sql: [],
        unsure: [
          `only .NET applies the migrations in ${place}: write { command: ... } with ${command}, and with --startup-project where another project starts the application`,
        ],
      };
    });
}
