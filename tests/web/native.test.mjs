// Games with the native engine behind `ninuki web`.

import { play } from "./games.mjs";
import { serve } from "./harness.mjs";

play(() => serve());
