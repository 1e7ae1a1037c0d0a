"""Fits the values of a family of games with PyTorch, on an accelerator where there is one.

    trainer export GAMES --games freestyle standard renju caro --output FOLDER
    trainer to-text >old.txt
    python bench/python/fit.py FOLDER old.txt new.txt --seconds 150
    trainer from-text new.txt

The network is that of the crate `eval`: `layout.json` in the folder has its names, shapes, scales and constants, and a layout
that this script does not implement is refused. Training starts with the weights in `old.txt`. The weights of a line pattern
are the sum of its own and of those of its cuts nearer to the centre; only its own decay, towards their start. All heads see
the same number of positions. The folder must fit into the memory of the device. Where games that are not fitted share the
line patterns, they keep a copy of the old ones.
"""

import argparse
import json
import math
import pathlib
import time

import numpy as np
import torch
from torch.nn import functional as F

#: The most positions of a head that `report` evaluates.
MOST_HELD_OUT = 40_960
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


class Layout:
    """The layout of network and records that `trainer export` wrote; `Refused` if this script does not implement it."""

    #: The blocks after the pattern codes and the global features, and the parameter that holds each.
    LAYERS = {"first": "first", "second": "second", "second-bias": "second_bias", "third": "third",
              "third-bias": "third_bias", "last": "last", "base": "base"}

    class Refused(Exception):
        pass

    def __init__(self, path):
        found = json.loads(path.read_text())
        self.network = {block["name"]: block for block in found["network"]}
        self.lines = {block["name"]: block for block in found["lines"]}
        self.policy = {block["name"]: block for block in found["policy"]}
        self.global_features = found["global_features"]
        self.codes, self.half_codes = found["pattern_codes"], found["half_codes"]
        self.channels, self.line_classes = found["line_channels"], found["line_classes"]
        self.accumulator_scale, self.clip = found["accumulator_scale"], found["clip"]
        self.product_clip, self.unit = found["product_clip"], found["unit"]
        record = lambda columns: np.dtype([(name, kind, (count,)) if count > 1 else (name, kind)
                                           for name, kind, count in columns])
        self.position, self.point = record(found["position"]), record(found["point"])
        self.check()

    def check(self):
        """Raises `Refused` unless the blocks are those of `Networks`, with shapes that fit together."""
        names = ["ours", "theirs", *self.global_features, *self.LAYERS]
        self.require(list(self.network) == names, f"blocks {', '.join(self.network)}, expected {', '.join(names)}")
        first, hidden = self.network["first"]["columns"], self.network["second"]["columns"]
        shapes = {"ours": (self.codes, 2 * self.channels), "theirs": (self.codes, 2 * self.channels),
                  "first": (3 * self.channels, first), "second": (first, hidden), "second-bias": (1, hidden),
                  "third": (hidden, hidden), "third-bias": (1, hidden), "last": (1, hidden), "base": (1, 1)}
        shapes.update((name, (self.network[name]["rows"], first)) for name in self.global_features)
        for name, shape in shapes.items():
            found = self.network[name]["rows"], self.network[name]["columns"]
            self.require(found == shape, f"block {name} of shape {found}, expected {shape}")
        line = self.lines["line"]
        self.require((line["rows"], line["columns"]) == (self.line_classes, self.channels), "line patterns of another shape")
        self.require(self.half_codes**2 == self.codes, "pattern codes that do not consist of two halves")
        self.require(set(self.position.names) >= {"target", "before", "points", "features", "head", "result", "held_out"}
                     and set(self.point.names) >= {"classes", "codes"}, "other columns of positions or points")

    def require(self, holds, problem):
        if not holds:
            raise self.Refused(f"layout.json describes another network: {problem}")

    def check_table(self, title, rows):
        """Raises `Refused` unless a table of weights has the blocks of this layout."""
        expected = self.lines if title.startswith("lines ") else {**self.network, **self.policy}
        shape = lambda name: (len(rows[name]), *{len(row) for row in rows[name]})
        self.require(list(rows) == list(expected), f"weights of {title} have blocks {', '.join(rows)}")
        for name, block in expected.items():
            self.require(shape(name) == (block["rows"], block["columns"]), f"{name} of {title} has shape {shape(name)}")


class Text:
    """The weights as text: tables of line patterns by number, and tables of games by name and side."""

    def __init__(self, path):
        self.tables, table = {}, None
        for line in path.read_text().splitlines():
            words = line.split()
            if not words or words[0] == "#":
                continue
            if words[0] == "lines" or len(words) == 3 and words[1] in ("x", "o", "both"):
                table = self.tables[" ".join(words[:2])] = {"lines of": words[2] if len(words) == 3 else None, "rows": {}}
            else:
                table["rows"].setdefault(words[0], []).append([int(word) for word in words[1:]])

    def write(self, path):
        with path.open("w") as file:
            for title, table in self.tables.items():
                print(f"\n{title} {table['lines of']}" if table["lines of"] else f"\n{title}", file=file)
                for name, rows in table["rows"].items():
                    for row in rows:
                        print(name, *row, file=file)

    def keep_lines(self, number, heads):
        """Games that share a table of line patterns with `heads` get a copy of it."""
        others = [t for title, t in self.tables.items() if t["lines of"] == number and title not in heads]
        if others:
            copy = str(sum(title.startswith("lines ") for title in self.tables))
            old = self.tables[f"lines {number}"]
            tables = list(self.tables.items())
            tables.insert(int(copy), (f"lines {copy}", {"lines of": None, "rows": dict(old["rows"])}))
            self.tables = dict(tables)
            for table in others:
                table["lines of"] = copy


class Gather(torch.autograd.Function):
    """The sum of some rows of a table for each row of `numbers`; the gradient is added up where it belongs."""

    @staticmethod
    def forward(ctx, table, numbers):
        ctx.save_for_backward(numbers)
        ctx.rows = len(table)
        return sum(table[numbers[:, column]] for column in range(numbers.shape[1]))

    @staticmethod
    def backward(ctx, slope):
        (numbers,) = ctx.saved_tensors
        sums = slope.new_zeros(ctx.rows, slope.shape[1])
        for column in range(numbers.shape[1]):
            sums.index_add_(0, numbers[:, column], slope)
        return sums, None


class Networks(torch.nn.Module):
    """The networks of all heads, whose batches have equal lengths."""

    def __init__(self, layout, text, heads, lines, classes):
        super().__init__()
        self.layout = layout
        of_head = [text.tables[head]["rows"] for head in heads]
        tensor = lambda rows, block: torch.tensor(rows, dtype=torch.float32) / block["scale"]
        block = layout.network
        start = tensor(text.tables[f"lines {lines}"]["rows"]["line"], layout.lines["line"])
        none = torch.zeros(1, layout.channels)  # In the place of a missing line.
        self.register_buffer("start", torch.cat([start, none]))
        self.register_buffer("classes", torch.cat([classes, torch.full((1, classes.shape[1]), len(classes))]))
        parameter = lambda value: torch.nn.Parameter(value.clone())
        self.own = parameter(torch.zeros_like(self.start))
        self.cuts = torch.nn.ParameterList([torch.zeros_like(self.start) for _ in range(classes.shape[1] - 1)])
        self.codes = parameter(tensor([[rows["ours"], rows["theirs"]] for rows in of_head], block["ours"]))
        self.halves = parameter(torch.zeros(len(heads), 2, 2, layout.half_codes, 2 * layout.channels))
        features = [sum((rows[name] for name in layout.global_features), []) for rows in of_head]
        self.global_features = parameter(tensor(features, block[layout.global_features[0]]))
        for name, attribute in layout.LAYERS.items():
            setattr(self, attribute, parameter(tensor([rows[name] for rows in of_head], block[name])))
        for name, inputs, outputs in (("first", self.first, self.second), ("second", self.second, self.third),
                                      ("third", self.third, self.last.mT)):
            dead = ~(inputs.any(1) | outputs.any(2))
            random = block[name]["deviation"] * torch.randn(inputs.shape)
            inputs.data = torch.where(dead[:, None], random, inputs)

    def line_table(self):
        table = self.start + self.own
        for number, cut in enumerate(self.cuts, 1):
            table = table + cut[self.classes[:, number]]
        scale = self.layout.lines["line"]["scale"]
        return torch.cat([table[:-1].clamp(-128 / scale, 127 / scale), self.start[-1:]])

    def code_table(self):
        code, half = torch.arange(self.layout.codes, device=self.start.device), self.layout.half_codes
        return self.codes + self.halves[:, :, 0][:, :, code // half] + self.halves[:, :, 1][:, :, code % half]

    def forward(self, batch):
        """The values in nats of equally many positions of each head, one head after the other."""
        layout, heads = self.layout, len(self.codes)
        positions = len(batch["features"])
        owner = batch["owner"]
        head = owner // (positions // heads)
        codes = batch["codes"].long() + (2 * head * layout.codes)[:, None] + torch.tensor([0, layout.codes], device=DEVICE)
        of_codes = Gather.apply(self.code_table().flatten(0, 2), codes)
        lines, classes = self.line_table(), batch["classes"]
        exchanged = self.classes[:, 0][classes]
        ours, theirs = (
            F.relu(Gather.apply(lines, seen) + of_codes[:, half * layout.channels :][:, : layout.channels])
            for half, seen in enumerate((classes, exchanged))
        )
        points = torch.cat([ours, theirs, ours.clamp(max=layout.product_clip) * theirs.clamp(max=layout.product_clip)], 1)
        sums = points.new_zeros(positions, points.shape[1]).index_add(0, owner, points)
        sums = (sums / layout.accumulator_scale).clamp(0, layout.clip).unflatten(0, (heads, -1))
        number = torch.arange(heads, device=DEVICE)[:, None, None] * self.global_features.shape[1]
        features = batch["features"].long().unflatten(0, (heads, -1)) + number
        bias = self.global_features.flatten(0, 1)[features].sum(2)
        passed = (bias + torch.bmm(sums, self.first)).clamp(0, layout.clip)
        passed = torch.baddbmm(self.second_bias, passed, self.second).clamp(0, layout.clip)
        passed = torch.baddbmm(self.third_bias, passed, self.third).clamp(0, layout.clip)
        return torch.baddbmm(self.base, passed, self.last.mT).flatten()

    @torch.no_grad()
    def write(self, text, heads, lines):
        """Puts the weights into the text, rounded as the engine reads them."""
        rounded = lambda rows, block: (rows * block["scale"]).round().clamp(-32767, 32767).int().tolist()
        layout, block = self.layout, self.layout.network
        text.tables[f"lines {lines}"]["rows"] = {
            **text.tables[f"lines {lines}"]["rows"], "line": rounded(self.line_table()[:-1], layout.lines["line"])
        }
        codes = self.code_table()
        for number, head in enumerate(heads):
            rows = text.tables[head]["rows"]
            rows["ours"], rows["theirs"] = rounded(codes[number], block["ours"])
            features = iter(rounded(self.global_features[number], block[layout.global_features[0]]))
            for name in layout.global_features:
                rows[name] = [next(features) for _ in range(block[name]["rows"])]
            for name, attribute in layout.LAYERS.items():
                rows[name] = rounded(getattr(self, attribute)[number], block[name])


class Positions:
    """The positions of a folder, on the device."""

    def __init__(self, layout, folder, classes, heads):
        positions = np.fromfile(folder / "positions.bin", layout.position)
        points = np.fromfile(folder / "points.bin", layout.point)
        device = lambda array, kind: torch.from_numpy(np.ascontiguousarray(array).astype(kind)).to(DEVICE)
        self.length = device(positions["points"], np.int64)
        self.first = self.length.cumsum(0) - self.length
        self.target, self.before = device(positions["target"], np.float32), device(positions["before"], np.float32)
        self.features, self.result = device(positions["features"], np.uint8), device(positions["result"], np.int16)
        # The row after the last class stands for "no line".
        self.classes = device(np.minimum(points["classes"], classes), np.int16)
        self.codes = device(points["codes"], np.uint8)
        head, held_out = positions["head"], positions["held_out"] == 1
        chosen = lambda which: [device(np.nonzero((head == number) & which)[0], np.int64) for number in range(heads)]
        self.learned, self.held_out = chosen(~held_out), chosen(held_out)

    def batch(self, numbers):
        length = self.length[numbers]
        owner = torch.repeat_interleave(torch.arange(len(numbers), device=DEVICE), length)
        begin = length.cumsum(0) - length
        points = self.first[numbers][owner] + torch.arange(len(owner), device=DEVICE) - begin[owner]
        return {"owner": owner, "classes": self.classes[points].int(), "codes": self.codes[points],
                "features": self.features[numbers]}


def mean_loss(values, wanted):
    return F.binary_cross_entropy_with_logits(values, wanted).item()


@torch.no_grad()
def report(name, layout, networks, positions, heads):
    """Prints the mean losses, of targets and of results, in positions that are held out."""
    count = min(MOST_HELD_OUT, *map(len, positions.held_out))
    generator = torch.Generator().manual_seed(1)
    held_out = [of[torch.randperm(len(of), generator=generator)[:count].to(of.device)] for of in positions.held_out]
    values = [positions.before[numbers] / layout.unit for numbers in held_out]
    if networks:
        parts = zip(*(numbers.split(4096) for numbers in held_out))
        found = [networks(positions.batch(torch.cat(part))).unflatten(0, (len(heads), -1)) for part in parts]
        values = torch.cat(found, 1).unbind()
    for head, numbers, value in zip(heads, held_out, values):
        of_results = mean_loss(value, positions.result[numbers] / 2)
        of_targets = mean_loss(value, positions.target[numbers])
        print(f"{head}, held out, {name}: loss {of_targets:.4f}, of results {of_results:.4f}")


def learn(networks, positions, options):
    if options.freeze_lines:
        networks.own.requires_grad_(False)
        networks.cuts.requires_grad_(False)
    own = [networks.own]
    others = [value for name, value in networks.named_parameters() if name != "own"]
    groups = [{"params": own, "weight_decay": options.decay}, {"params": others, "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups, lr=options.rate)
    size = options.batch // len(positions.learned)
    orders = [torch.empty(0, dtype=torch.int64, device=DEVICE) for _ in positions.learned]
    begin, steps = time.time(), 0
    while (share := (time.time() - begin) / options.seconds) < 1:
        wave = share / 0.05 if share < 0.05 else (1 + math.cos(math.pi * (share - 0.05) / 0.95)) / 2
        for group in optimizer.param_groups:
            group["lr"] = options.rate * wave
        numbers = []
        for head, all_of_it in enumerate(positions.learned):
            if len(orders[head]) < size:
                orders[head] = all_of_it[torch.randperm(len(all_of_it), device=DEVICE)]
            numbers.append(orders[head][:size])
            orders[head] = orders[head][size:]
        numbers = torch.cat(numbers)
        loss = F.binary_cross_entropy_with_logits(networks(positions.batch(numbers)), positions.target[numbers])
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        steps += 1
        if steps % 500 == 0:
            print(f"{steps} steps, {share:.0%}: loss {loss.item():.4f}", flush=True)
    seen = steps * size * len(positions.learned)
    print(f"{seen / 1e6:.1f} million positions in {steps} steps, {seen / options.seconds:,.0f} a second")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, help="what `trainer export` wrote")
    parser.add_argument("old", type=pathlib.Path, help="the present weights, as text")
    parser.add_argument("new", type=pathlib.Path, help="where the weights go, as text")
    parser.add_argument("--seconds", type=float, default=120, help="how long to learn")
    parser.add_argument("--rate", type=float, default=0.002, help="the length of the longest step")
    parser.add_argument("--decay", type=float, default=0.3, help="how fast the weights of whole line patterns decay")
    parser.add_argument("--batch", type=int, default=8192, help="positions before each step")
    parser.add_argument("--freeze-lines", action="store_true", help="line patterns stay as they are")
    options = parser.parse_args()
    torch.manual_seed(1)
    heads = (options.folder / "heads.txt").read_text().splitlines()
    text = Text(options.old)
    try:
        layout = Layout(options.folder / "layout.json")
        for title in [*heads, *(title for title in text.tables if title.startswith("lines "))]:
            if title in text.tables:
                layout.check_table(title, text.tables[title]["rows"])
    except Layout.Refused as refused:
        parser.error(str(refused))
    except FileNotFoundError as missing:
        parser.error(f"{missing.filename} is missing: export the positions again")
    if missing := [head for head in heads if head not in text.tables]:
        parser.error(f"{options.old} has no weights of {', '.join(missing)}")
    tables = {text.tables[head]["lines of"] for head in heads}
    if len(tables) != 1 or "-" in tables:
        parser.error("the games do not share one table of line patterns")
    (lines,) = tables
    if not options.freeze_lines:
        text.keep_lines(lines, heads)
    classes = torch.from_numpy(np.fromfile(options.folder / "classes.bin", "<u2").astype(np.int64).reshape(-1, 4))
    positions = Positions(layout, options.folder, len(classes), len(heads))
    for head, learned, held_out in zip(heads, positions.learned, positions.held_out):
        if len(learned) < options.batch // len(heads) or not len(held_out):
            few = f"{len(learned)} positions to learn from, {len(held_out)} held out"
            parser.error(f"{head} has too few positions for its part of a batch: {few}")
    networks = Networks(layout, text, heads, lines, classes).to(DEVICE)
    report("before", layout, None, positions, heads)
    report("to begin with", layout, networks, positions, heads)
    learn(networks, positions, options)
    report("fitted", layout, networks, positions, heads)
    networks.write(text, heads, lines)
    text.write(options.new)


if __name__ == "__main__":
    main()
