/** What a folder of measurements holds was measured in another manner than is asked for: the two make no common table. */
export class KeptOtherwise extends Error {
  /** @param held what was measured how, and what is `wanted`, both as JSON */
  constructor(place: string, held: string, wanted: string) {
    super(`${place} was measured otherwise, ${held}, not ${wanted}: name another folder with --keep`);
    this.name = "KeptOtherwise";
  }
}
