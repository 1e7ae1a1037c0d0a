// Games with the engine of the static site, in a worker, if the site was built.

import { play } from "./games.mjs";
import { files } from "./harness.mjs";

play(process.env.SITE ? () => files(process.env.SITE) : null);
