//! Pictures of positions and games: their shapes and pixels, and the command that draws them.

use analysis::{best_of, values_of_moves};
use engine::{Color, Game, Rules};
use ninuki_pictures::{
    Anchor, Decorations, Form, Heat, Mark, Part, Place, Rgb, Scene, Shape, diagram, gif, png, raster, raster_within,
    svg,
};
use records::{Budget, Choice, Entry, Exceeded, Limits, Replayed};
use tiny_skia::Pixmap;

/// Ninuki, pbmserv Board 196, March 2006.
const BOARD_196: &str = "K10 L9 M13 L11 L8 L10 K11 K12 K9 L12 L13 M12 N13 O13 L11 M12 J13 K13 K14 J15 L13 K13 M11 J9 \
                         J14 J12 J11 L11 K10";

fn entry(rules: &str, size: Option<usize>, position: Option<&str>, moves: &str) -> Entry {
    let position = position.map(str::to_owned);
    Choice { rules: Some(rules.to_owned()), size: size.map(Into::into), position, ..Choice::default() }
        .entry(moves)
        .expect("a game")
}

fn game(rules: &str, size: Option<usize>, position: Option<&str>, moves: &str) -> Replayed {
    let game = Replayed::new(Ok(entry(rules, size, position, moves)));
    assert_eq!(game.error, None);
    game
}

fn drawn(game: &mut Replayed) -> Scene {
    diagram(game, &Decorations::default())
}

fn numbered(game: &mut Replayed, first: usize) -> Scene {
    diagram(game, &Decorations { numbers: Some(first), ..Decorations::default() })
}

fn of_class<'s>(scene: &'s Scene, class: &'s str) -> impl Iterator<Item = &'s Shape> {
    scene.shapes.iter().filter(move |shape| shape.class == class)
}

fn texts(scene: &Scene, class: &str) -> Vec<String> {
    let text = |shape: &Shape| match &shape.form {
        Form::Text { text, .. } => Some(text.clone()),
        Form::Circle { .. } | Form::Path { .. } => None,
    };
    of_class(scene, class).filter_map(text).collect()
}

/// The centres of the circles of a class that have this radius.
fn circles(scene: &Scene, class: &str, size: f64) -> Vec<Place> {
    let centre = |shape: &Shape| match shape.form {
        Form::Circle { centre, radius } if (radius - size).abs() < 1e-9 => Some(centre),
        _ => None,
    };
    of_class(scene, class).filter_map(centre).collect()
}

/// The radius of the stones on the board.
const STONE: f64 = 0.46;

#[test]
fn a_game_shows_its_stones_numbers_and_captures() {
    let mut game = game("ninuki", None, None, BOARD_196);
    let scene = numbered(&mut game, 1);
    let stones = |color: Color| {
        let points = game.record.game().grid().points();
        points.filter(|&point| game.record.stone(point) == Some(color)).count()
    };
    assert_eq!(circles(&scene, "black", STONE).len(), stones(Color::Black));
    assert_eq!(circles(&scene, "white", STONE).len(), stones(Color::White));
    let numbers = texts(&scene, "number");
    assert_eq!(numbers.len(), stones(Color::Black) + stones(Color::White));
    assert!(numbers.contains(&"29".to_owned()) && !numbers.contains(&"1".to_owned()), "{numbers:?}");
    assert_eq!(texts(&scene, "tray"), ["captured 10 of 10", "captured 6 of 10"]);
    assert_eq!((of_class(&scene, "captured").count(), of_class(&scene, "missing").count()), (16, 4));
    assert_eq!(of_class(&scene, "taken").count(), 2);
    assert_eq!(texts(&scene, "state"), ["Black (x) wins: captures"]);
    assert_eq!(texts(&scene, "about"), ["ninuki, size 19, 29 moves, last move K10, captured M12 L11"]);
    let names = texts(&scene, "name");
    assert!(names.len() == 4 * 19 && !names.contains(&"I".to_owned()), "{names:?}");

    let svg = svg(&scene, 820);
    assert!(svg.starts_with("<svg xmlns=") && svg.contains("width=\"820\" height=\"") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("<circle class=\"black\"").count(), stones(Color::Black) + 2);
    assert_eq!(svg.matches("<g class=\"number\" aria-label=\"29\"").count(), 1);
    assert!(!svg.contains("NaN") && !svg.contains("<text"), "all text is drawn in strokes");

    let late = texts(&numbered(&mut game, 24), "number");
    assert!(late.iter().all(|number| (24..=29).contains(&number.parse::<usize>().expect("a number"))), "{late:?}");
}

#[test]
fn marks_stand_where_they_belong() {
    let mut renju = game("renju", None, None, "h8 a1 h9 c1 g7 e1 f7 g1");
    let scene = drawn(&mut renju);
    assert_eq!(of_class(&scene, "forbidden").count(), 2, "one cross");
    assert_eq!(texts(&scene, "state"), ["Black (x) to move"]);
    assert!(texts(&scene, "name").contains(&"i".to_owned()) && texts(&scene, "tray").is_empty());

    let five = "19/19/19/19/19/19/19/7o11/7x11/5xxxxx9/19/19/19/19/19/19/19/19/19 o 0 0";
    let mut pending = game("ninuki", None, Some(five), "");
    let scene = drawn(&mut pending);
    assert_eq!(of_class(&scene, "decisive").count(), 5);
    assert!(texts(&scene, "state").join(" ").ends_with("a five of Black (x) stands and can be broken now"));

    let mut swap = game("ndengrod", None, None, "e5");
    assert_eq!(texts(&drawn(&mut swap), "state").join(" "), "White (o) to move, swap is offered");

    let mut won = game("freestyle", None, None, "h8 a1 h9 c1 h10 e1 h11 g1 h12");
    let scene = drawn(&mut won);
    assert_eq!((of_class(&scene, "decisive").count(), of_class(&scene, "forbidden").count()), (5, 0));
    assert_eq!(texts(&scene, "state"), ["Black (x) wins: five"]);
}

/// Nothing is drawn beyond the edges of the picture.
fn assert_fits(scene: &Scene, what: &str) {
    let inside = |(x, y): Place, reach: f64| {
        let within = |place: f64, end: f64| place - reach >= -1e-9 && place + reach <= end + 1e-9;
        within(x, scene.width) && within(y, scene.height)
    };
    for shape in &scene.shapes {
        let fits = match &shape.form {
            Form::Circle { centre, radius } => inside(*centre, *radius),
            Form::Path { corners, .. } => corners.iter().all(|&corner| inside(corner, 0.0)),
            Form::Text { text, start, height } => {
                let measured = Shape::text("", text, *start, Anchor::Right, *height, Rgb::BLACK);
                let Form::Text { start: (left, _), .. } = measured.form else { unreachable!("a text is a text") };
                inside(*start, 0.0) && inside((2.0 * start.0 - left, start.1 + height), 0.0)
            }
        };
        assert!(fits, "{what}: {shape:?}");
    }
}

#[test]
fn all_captured_stones_fit_into_the_picture() {
    let mut game = game("nenuki", None, Some("11/11/11/11/11/5xo4/11/11/11/11/11 x 46 120"), "");
    let scene = drawn(&mut game);
    assert_fits(&scene, "many captured stones");
    assert_eq!(of_class(&scene, "captured").count(), 46 + 120);
    assert_eq!(texts(&scene, "tray"), ["captured 46", "captured 120"]);
}

#[test]
fn every_board_of_every_game_fits_into_its_picture() {
    for rules in Rules::ALL {
        for size in rules.sizes.iter() {
            let (name, hexagonal) = (rules.name, rules.hexagonal());
            let mut game = game(name, Some(size), None, "");
            let first = game.legal()[0];
            game.record.play(engine::Move::Place(first)).expect("a legal move");
            let heat = Decorations {
                numbers: Some(1),
                marks: Heat::threats(&game).marks,
                legend: Heat::threats(&game).legend,
            };
            let scene = diagram(&mut game, &heat);
            let points = game.record.game().grid().points().count();
            let cells = of_class(&scene, "cell").count();
            assert_eq!(cells, if hexagonal { points } else { 0 }, "{name} {size}");
            assert_fits(&scene, &format!("{name} {size}"));
            let pixels = raster(&scene, 200);
            assert_eq!((pixels.width(), pixels.height()), (200, scene.height_of(200)), "{name} {size}");
            assert!(svg(&scene, 200).contains("</svg>"));
        }
    }
}

#[test]
fn rectangles_and_walls_are_drawn() {
    let rules = Rules::ALL.into_iter().find(|rules| rules.rectangles).expect("a game");
    let board = Game::with_sides(rules, 20, 7, None).expect("a board");
    let point = |name: &str| board.grid().parse(name).expect("a point");
    let setup = engine::SetUp {
        stones: vec![(point("b2"), Color::Black)],
        walls: vec![point("t7"), point("a1")],
        to_move: Color::White,
        captured: [0; 2],
    };
    let record = engine::record(board, Some(&setup)).expect("a position");
    let mut game = Replayed::begun(None, record, Some(setup));
    let scene = drawn(&mut game);
    assert_eq!(of_class(&scene, "wall").count(), 2);
    assert!(scene.width > 20.0 && scene.height < 12.0);
    assert!(texts(&scene, "about")[0].contains("size 20x7"), "{:?}", texts(&scene, "about"));
}

/// The colour of a picture at a place of its scene.
fn probe(pixels: &Pixmap, scene: &Scene, (x, y): Place) -> Rgb {
    let scale = f64::from(pixels.width()) / scene.width;
    let pixel = pixels.pixel((x * scale) as u32, (y * scale) as u32).expect("a pixel");
    Rgb(pixel.red(), pixel.green(), pixel.blue())
}

#[test]
fn pixels_have_the_colours_of_the_stones() {
    let mut game = game("pente", Some(13), None, "G7 H8 A1");
    let scene = drawn(&mut game);
    let bytes = png(&raster(&scene, 640));
    let pixels = Pixmap::decode_png(&bytes).expect("a PNG");
    assert_eq!((pixels.width(), pixels.height()), (640, scene.height_of(640)));
    let (black, white) = (circles(&scene, "black", STONE), circles(&scene, "white", STONE));
    assert_eq!((black.len(), white.len()), (2, 1));
    assert_eq!(probe(&pixels, &scene, white[0]), Rgb::WHITE);
    let last = circles(&scene, "last", 0.17)[0];
    let (marked, plain): (Vec<Place>, Vec<Place>) = black.into_iter().partition(|&place| place == last);
    assert_eq!(probe(&pixels, &scene, marked[0]), Rgb::VERMILION);
    assert_eq!(probe(&pixels, &scene, (marked[0].0 + 0.3, marked[0].1)), Rgb::BLACK);
    assert_eq!(probe(&pixels, &scene, plain[0]), Rgb::BLACK);
    assert_eq!(probe(&pixels, &scene, (0.1, 0.1)), Rgb::WOOD);
    assert_eq!(probe(&pixels, &scene, (0.1, scene.height - 0.05)), Rgb::PAPER);
}

#[test]
fn threats_of_both_sides_are_told() {
    let rows = "19/19/19/19/19/19/19/19/19/4xxxx11/19/19/10oo7/9x9/9oox7/19/19/19/19 o 0 0";
    let entry = entry("pente", None, Some(rows), "");
    let mut game = Replayed::new(Ok(entry.clone()));
    let marks = Heat::threats(&game).marks;
    let grid = game.record.game().grid();
    let five: Vec<_> = marks.iter().filter(|mark| mark.label == "5").map(|mark| grid.name(mark.point)).collect();
    assert_eq!(five, ["D10", "J10"]);
    let captures: Vec<_> = marks.iter().filter(|mark| mark.fill == Rgb::PURPLE).collect();
    assert_eq!(captures.iter().map(|mark| grid.name(mark.point)).collect::<Vec<_>>(), ["J5"]);
    assert!(captures.iter().all(|mark| mark.part == Part::Left), "Black would capture");
    let scene = diagram(&mut game, &Decorations { marks, ..Decorations::default() });
    assert!(of_class(&scene, "mark").any(|shape| shape.fill == Some(Rgb::VERMILION)));
}

fn win_rates(game: &Replayed) -> Vec<Mark> {
    let values = values_of_moves(game, 100, &mut |_, _| ());
    let rates: Vec<_> = values.iter().map(|&(point, score)| (point, score.win_rate())).collect();
    Heat::win_rates(&rates, &best_of(&values), "").marks
}

#[test]
fn win_rates_find_the_winning_move() {
    let game = game("standard", Some(9), None, "e5 a1 e6 c1 e7 g1 e4 i1");
    let marks = win_rates(&game);
    assert_eq!(marks.len(), 81 - 8, "every legal move has a colour");
    let grid = game.record.game().grid();
    let mut framed: Vec<_> = marks.iter().filter(|mark| mark.framed).map(|mark| grid.name(mark.point)).collect();
    framed.sort();
    assert!(framed.contains(&"e3".to_owned()) && framed.contains(&"e8".to_owned()), "{framed:?}");
    assert!(marks.iter().filter(|mark| mark.framed).all(|mark| mark.label == "100" && mark.fill == Rgb::BLUE));
    assert_eq!(win_rates(&game), marks, "the same every time");

    let lost = self::game("standard", Some(9), None, "e5 a1 e6 c1 e7 g1 e4");
    let marks = win_rates(&lost);
    assert!(marks.iter().all(|mark| mark.label == "0" && !mark.framed), "whatever is played, Black wins");
}

/// The scenes after each move, all of one height.
fn scenes_of(rules: &str, moves: &str) -> Vec<Scene> {
    let whole = entry(rules, None, None, moves);
    let scene = |ply: usize| {
        let mut part = whole.clone();
        part.moves.truncate(ply);
        numbered(&mut Replayed::from(part), 1)
    };
    let mut scenes: Vec<Scene> = (0..=whole.moves.len()).map(scene).collect();
    let height = scenes.iter().map(|scene| scene.height).fold(0.0, f64::max);
    scenes.iter_mut().for_each(|scene| scene.height = height);
    scenes
}

/// An animation, decoded: the frames, with indices of colours.
fn decoded(bytes: &[u8]) -> (u16, u16, Vec<::gif::Frame<'static>>) {
    let mut options = ::gif::DecodeOptions::new();
    options.set_color_output(::gif::ColorOutput::Indexed);
    let mut decoder = options.read_info(bytes).expect("a GIF");
    let (width, height, mut frames) = (decoder.width(), decoder.height(), Vec::new());
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        frames.push(frame.clone());
    }
    (width, height, frames)
}

#[test]
fn animations_have_a_frame_for_each_position() {
    let scenes = scenes_of("pente", "G7 H8");
    let bytes = gif(scenes.clone(), 300, 500, &Budget::default()).expect("a GIF");
    let (width, height, frames) = decoded(&bytes);
    assert_eq!((u32::from(width), u32::from(height)), (300, scenes[0].height_of(300)));
    assert_eq!(frames.iter().map(|frame| frame.delay).collect::<Vec<_>>(), [50, 50, 150]);
}

#[test]
fn animations_show_what_pictures_show() {
    let scenes = scenes_of("ninuki", BOARD_196);
    let (width, _, frames) = decoded(&gif(scenes.clone(), 1000, 500, &Budget::default()).expect("a GIF"));
    let mut shown = vec![[0; 3]; usize::from(width) * scenes[0].height_of(1000) as usize];
    for (frame, scene) in frames.iter().zip(&scenes) {
        let palette = frame.palette.as_deref().expect("a palette").as_chunks::<3>().0;
        for (index, &number) in
            frame.buffer.iter().enumerate().filter(|&(_, &number)| Some(number) != frame.transparent)
        {
            let (row, column) = (index / usize::from(frame.width), index % usize::from(frame.width));
            let place = (usize::from(frame.top) + row) * usize::from(width) + usize::from(frame.left) + column;
            shown[place] = palette[usize::from(number)];
        }
        let whole = raster(scene, 1000);
        // Edges are smoothed in steps that depend on where the area begins.
        let distances = shown.iter().zip(whole.pixels()).map(|(shown, pixel)| {
            let colour = [pixel.red(), pixel.green(), pixel.blue()];
            shown.iter().zip(colour).map(|(one, other)| one.abs_diff(other)).max().unwrap_or_default()
        });
        let far: Vec<u8> = distances.filter(|&distance| distance > 24).collect();
        assert!(far.len() <= 16 && far.iter().all(|&distance| distance < 64), "{}: {far:?}", scene.title);
    }
    let drawn: usize = frames.iter().skip(1).map(|frame| frame.buffer.len()).sum();
    assert!(2 * drawn < (frames.len() - 1) * shown.len(), "only what changes is drawn");
}

#[test]
fn pictures_keep_to_their_budget() {
    let scenes = scenes_of("pente", "G7 H8");
    let refused = |limits| gif(scenes.clone(), 300, 500, &Budget::new(limits)).expect_err("refused").to_string();
    assert_eq!(
        refused(Limits { memory: 100_000, ..Limits::NONE }),
        "it takes too much memory, at most 100000 bytes are allowed"
    );
    assert_eq!(
        refused(Limits { output: 1000, ..Limits::NONE }),
        "the answer is too large, at most 1000 bytes are allowed"
    );
    let stopped = Budget::default();
    stopped.stop().store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(raster_within(&scenes[0], 300, &stopped).expect_err("stopped"), Exceeded::Stopped);
}
