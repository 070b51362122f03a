#!/bin/sh
# Makes the sample clips of this folder, picture and sound, from formulas alone.
#
#   samples/make.sh [OUTDIR [NAME…]]
#
# OUTDIR is where the clips go (default: this folder), NAME one or more of the clips named in
# CLIPS below (default: all). Needs ffmpeg with libx264, libx265, libvpx, libsvtav1, libtheora,
# libvorbis, libopus, libmp3lame and libfreetype (Debian's has them all) and espeak-ng. Nothing
# is random and every writer is in bit-exact mode: the same tools make the same bytes.
#
# Each picture is drawn small by `geq` or a generator, then enlarged: Flick shows a clip in some
# 80 x 48 to 200 x 120 half-block cells, so bold shapes and full colours count and detail is lost.
# Each clip but the film (harbour) lasts LOOP seconds and everything in it has a period that divides
# LOOP, so the last frame leads into the first. Sounds with an echo are made for two rounds, of
# which the second is kept: it starts with the tail of the first.
set -eu

CLIPS='kaleidoscope countdown mandelbrot balls life lava spirograph spectrum pascal tunnel harbour'
LOOP=12

die() {
  echo "make.sh: $*" >&2
  exit 1
}

for tool in ffmpeg espeak-ng; do
  command -v "$tool" > /dev/null || die "$tool is missing; on Debian: apt install ffmpeg espeak-ng"
done

here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here}
[ $# -gt 0 ] && shift
[ -d "$out" ] || die "no such folder: $out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
export SVT_LOG=1 # errors only

# ------------------------------------------------------------------------------------ helpers --

# ff ARGUMENT… runs ffmpeg quietly.
ff() {
  ffmpeg -hide_banner -nostdin -loglevel error -y "$@"
}

# write FILE TITLE ARGUMENT… writes a clip with its title, its colours named and no time stamp or
# encoder version inside.
write() {
  write_file=$out/$1
  write_title=$2
  shift 2
  ff "$@" -map_metadata -1 -metadata title="$write_title" -fflags +bitexact \
    -flags:v +bitexact -flags:a +bitexact \
    -colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv "$write_file"
}

# to_yuv WIDTH HEIGHT [FLAGS] is the filter from drawn RGB to the size and format of the encoder.
to_yuv() {
  echo "scale=$1:$2:flags=${3:-lanczos}:out_color_matrix=bt709:out_range=tv,format=yuv420p,setsar=1"
}

# pick INDEX V0 V1 … is an expression: V<INDEX> (0 when INDEX < 1), as a balanced tree of if().
pick() {
  pick_index=$1
  shift
  awk -v i="$pick_index" '
    function tree(a, b, m) {
      if (a == b) return ARGV[a]
      m = int((a + b + 1) / 2)
      return "if(lt(" i "," (m - 1) ")," tree(a, m - 1) "," tree(m, b) ")"
    }
    BEGIN { print tree(1, ARGC - 1) }' "$@"
}

# pitch NOTE is the frequency in Hz of a MIDI note number (69 is A4, 440 Hz).
pitch() {
  echo "(440*pow(2,(($1)-69)/12))"
}

# field WIDTH HEIGHT RATE EXPRESSION is a source: EXPRESSION, 0…1, drawn for each pixel.
field() {
  echo "color=black:s=$1x$2:r=$3:d=$LOOP,format=gray16le,geq=lum='$4;65535*clip(ld(0),0,1)'"
}

# paint RED GREEN BLUE is a filter: it colours a field by three expressions, 0…1, of its value v.
paint() {
  paint_by=mergeplanes=0x000000:gbrp16le,lutrgb=
  for channel in "r=$1" "g=$2" "b=$3"; do
    paint_by="$paint_by${channel%%=*}='65535*clip($(echo "${channel#*=}" |
      sed 's/\bv\b/(val\/65535)/g'),0,1)':"
  done
  echo "${paint_by%:},format=gbrp"
}

# still WIDTH HEIGHT RED GREEN BLUE is a source: one drawn picture, held.
still() {
  echo "color=black:s=$1x$2:r=30:d=1,format=gbrp,trim=end_frame=1,geq=r='255*clip($3,0,1)'" \
    ":g='255*clip($4,0,1)':b='255*clip($5,0,1)',loop=-1:1:0"
}

# hue TURN OFFSET is one channel, 0…1, of a cosine palette: OFFSET tells red, green and blue
# apart.
hue() {
  echo "(.5+.5*cos(2*PI*(($1)+$2)))"
}

# sound LEFT RIGHT [FILTERS] makes $work/sound.wav from two expressions: two rounds of them, of
# which the second is kept. A file rather than a source of the picture's graph, because ffmpeg
# 5.1 hands a fixed-frame encoder too much when the sound runs ahead of a slow picture.
sound() {
  ff -f lavfi -i "aevalsrc='$1|$2':s=48000:d=$((2 * LOOP)),${3:-anull},
    atrim=$LOOP:$((2 * LOOP)),asetpts=PTS-STARTPTS" -fflags +bitexact "$work/sound.wav"
}

# -------------------------------------------------------------------------------------- clips --

# Eight mirrored sectors, turned by one sector a round. A bass note pulls the picture in on each
# beat; four chords of three seconds carry an arpeggio.
kaleidoscope() {
  pattern="st(0,X-W/2+.5);st(1,Y-H/2+.5);st(9,2*PI*T/$LOOP);
    st(2,hypot(ld(0),ld(1))/(W/2)*(1-.07*exp(-5*mod(T,.75))));
    st(3,abs(mod(atan2(ld(1),ld(0))+ld(9)/4+8*PI,PI/4)-PI/8));
    st(4,ld(2)*cos(ld(3)));st(5,ld(2)*sin(ld(3)));
    st(0,(.45*sin(5*ld(4)-2*ld(9))+.5*sin(9*ld(5)+ld(9))+.4*sin(3*(ld(4)+ld(5))+ld(9))
      -.35*ld(2)+T/6+2.2)/6)"
  light='(.74+.38*cos(18.85*v))'
  root=$(pick 'st(1,floor(mod(t,12)/3))' 45 41 48 43)
  # The third of the chord is minor on A and major on F, C and G.
  third='gte(mod(t,12),3)'
  note=$(pick 'mod(floor(t/.375),8)' 0 7 12 "15+$third" 19 "15+$third" 12 7)
  pluck="st(2,$root+24);st(3,$note);st(0,mod(t,.375));st(4,2*PI*ld(0)*$(pitch 'ld(2)+ld(3)'));
    .16*min(1,ld(0)*250)*min(1,(.375-ld(0))*80)*exp(-5*ld(0))
      *(sin(ld(4))+.5*sin(2*ld(4))+.25*sin(3*ld(4)))"
  bass="st(0,mod(t,.75));st(2,2*PI*ld(0)*$(pitch "$root"));
    .3*min(1,ld(0)*150)*min(1,(.75-ld(0))*60)*exp(-3*ld(0))*sin(ld(2)+.8*sin(ld(2)))"
  pad="st(0,mod(t,3));st(2,$root+12);st(3,2*PI*t);.05*pow(sin(PI*ld(0)/3),.6)
      *(sin(ld(3)*$(pitch 'ld(2)+.04'))+sin(ld(3)*$(pitch 'ld(2)+7-.03'))
      +sin(ld(3)*$(pitch "ld(2)+15+$third")))"
  sound "($pluck)+($bass)+($pad)" ".8*($pluck)+($bass)+($pad)" 'aecho=.9:.9:281|562:.35|.2'
  write 01-kaleidoscope.mp4 Kaleidoscope -i "$work/sound.wav" -filter_complex "
    $(field 180 320 30 "$pattern"),scale=480:854:flags=lanczos,
    $(paint "$light*(.60+.50*cos(37.7*v))" "$light*(.38+.42*cos(37.7*v+2.1)+.1*cos(75.4*v))" \
      "$light*(.58+.48*cos(37.7*v+3.9))")[flower];
    $(still 60 107 '1.1-.35*hypot(X-29.5,Y-53)/53' '1.1-.45*hypot(X-29.5,Y-53)/53' \
      '1.1-.25*hypot(X-29.5,Y-53)/53'),scale=480:854:flags=bicubic[shade];
    [flower][shade]blend=all_mode=multiply:shortest=1,$(to_yuv 480 854)[v]" \
    -map '[v]' -map 0:a -c:v libx264 -preset slow -crf 27 -c:a aac -b:a 112k -movflags +faststart
}

# Ten to zero in the manner of a film leader, a voice saying each number and subtitles writing it.
countdown() {
  words='ten nine eight seven six five four three two one'
  inputs=''
  mix=''
  labels=''
  second=0
  for word in $words 'zero. And round again!'; do
    espeak-ng -v en-us -s 150 -p 38 -a 170 -w "$work/$second.wav" "$word"
    inputs="$inputs -i $work/$second.wav"
    mix="$mix[$second:a]silenceremove=start_periods=1:start_threshold=-40dB,"
    mix="${mix}adelay=$((second * 1000 + 80))[w$second];"
    labels="$labels[w$second]"
    end=$second,900
    text=$word
    [ "$second" = 10 ] && end=11,900 && text='zero. And round again!'
    printf '%d\n00:00:%02d,080 --> 00:00:%02d,%s\n%s\n\n' \
      $((second + 1)) "$second" "${end%,*}" "${end#*,}" \
      "$(echo "$text" | cut -c1 | tr a-z A-Z)$(echo "$text" | cut -c2-)" >> "$work/words.srt"
    second=$((second + 1))
  done
  printf '%%{eif:max(0,10-floor(t)):d}' > "$work/digits.txt"

  # The swept sector takes the next second's colour; the last two seconds burst into rays.
  sweep="st(1,X-W/2+.5);st(2,Y-H/2+.5);st(3,hypot(ld(1),ld(2)));
    st(4,mod(atan2(ld(1),-ld(2))/2/PI+1,1));
    st(0,if(lt(T,10),.5+ld(3)*6.28*(mod(T,1)-ld(4)),.5+ld(3)*.7*sin(2*PI*(8*ld(4)+T))))"
  # Twelve colours, five steps of the palette apart, so that neighbours differ boldly; the rays
  # mix that of the last second with that of the first.
  colour() {
    echo "color=black:s=2x2:r=25:d=$LOOP,format=gbrp,geq=r='255*$(hue "($1)*5/12" 0)'" \
      ":g='255*$(hue "($1)*5/12" .36)':b='255*$(hue "($1)*5/12" .66)',scale=854:480:flags=neighbor"
  }
  rings='st(0,hypot(X-426.5,Y-239.5));clip(4-abs(ld(0)-212),0,1)+clip(4-abs(ld(0)-188),0,1)'
  shade='1.25-.6*hypot(X-53.5,Y-29.5)/60'
  tick='st(0,mod(t,1));st(1,min(floor(t),10));if(lt(t,10),
    .16*min(1,ld(0)*400)*exp(-14*ld(0))*sin(2*PI*ld(0)*'$(pitch '57+ld(1)')'),
    st(0,t-10)*0+.13*min(1,ld(0)*100)*min(1,(2-ld(0))*3)*exp(-1.6*ld(0))
      *(sin(2*PI*ld(0)*'$(pitch 57)')
      +sin(2*PI*ld(0)*'$(pitch 64)')+sin(2*PI*ld(0)*'$(pitch 69)')+sin(2*PI*ld(0)*'$(pitch 73)')))'
  # shellcheck disable=SC2086 # $inputs is a list of arguments.
  write 02-countdown.mkv Countdown $inputs -i "$work/words.srt" -filter_complex "
    $(field 427 240 25 "$sweep"),scale=854:480:flags=bicubic,
    mergeplanes=0x000000:gbrp16le,format=gbrp[mask];
    $(colour 'min(floor(T),11)')[before];$(colour 'if(lt(T,10),floor(T)+1,0)')[after];
    $(still 107 60 "$shade" "$shade" "$shade"),scale=854:480:flags=bicubic[shade];
    $(still 854 480 "$rings" "$rings" "$rings")[rings];
    [before][after][mask]maskedmerge[swept];[swept][shade]blend=all_mode=multiply:shortest=1[dim];
    [dim][rings]blend=all_mode=lighten:shortest=1,$(to_yuv 854 480),
    drawtext=font='DejaVu Sans\\:style=Bold':textfile=$work/digits.txt:fontcolor=white
      :bordercolor=black:borderw=14:fontsize='h*(.58+.12*exp(-7*mod(t\\,1)))'
      :x='(w-text_w)/2':y='(h-text_h)/2'[v];
    aevalsrc='$tick':s=22050:d=$LOOP[tick];
    $mix$labels[tick]amix=inputs=12:normalize=0:duration=longest,
    volume=.8,alimiter=limit=.8:level=0,
    apad,atrim=0:$LOOP,aformat=sample_fmts=s16:channel_layouts=mono[a]" \
    -map '[v]' -map '[a]' -map 11:s -c:v libx264 -preset slow -crf 23 -g 50 \
    -c:a flac -c:s srt -metadata:s:a language=eng -metadata:s:s language=eng -disposition:s default
}

# An endless dive at a Misiurewicz point, where the Mandelbrot set repeats itself: 22 turns of the
# spiral on, 23 times deeper, the picture is the first one again, turned by -124 degrees and 44
# iterations (7.003 periods of the colours) later. The sound is Shepard's endless glissando.
mandelbrot() {
  # The point solves f^26(0) = f^24(0) for f(z) = z^2 + c; the multiplier of its cycle of two is
  # 1.153243 at 27.0781 degrees, and this to the power of 22 the zoom and the turn.
  from=2e-6
  # Where the iterations run wild the blur leaves the middle value: violet. Gold is above, blue
  # below.
  high='clip((val-140)/105,0,1)'
  low='clip((116-val)/105,0,1)'
  shepard='st(0,mod(t/6,1));st(9,0);st(1,0);
    while(lt(ld(1),8),st(2,(ld(1)+ld(0))/8);
      st(9,ld(9)+pow(sin(PI*ld(2)),2)
        *sin(2*PI*238*pow(2,ld(1)+ld(0))+PHASE));st(1,ld(1)+1));.11*ld(9)'
  left=$(echo "$shepard" | sed 's/PHASE/.6*sin(2*PI*t\/4)/')
  right=$(echo "$shepard" | sed 's/PHASE/.6*sin(2*PI*t\/3+2)/')
  sound "$left" "$right" 'aecho=.9:.8:400:.3'
  write 03-mandelbrot.mp4 'Mandelbrot dive' -i "$work/sound.wav" -filter_complex "
    mandelbrot=s=640x640:r=24:start_x=-0.7432918908524302:start_y=0.13124055230879758
      :start_scale=$from:end_scale=$(awk "BEGIN { print $from / 1.153243 ^ 22 }")
      :end_pts=$((24 * LOOP)):maxiter=1200:bailout=100:inner=black,
    trim=end_frame=$((24 * LOOP)),extractplanes=r,
    rotate=a='-2*PI*t/$LOOP*124.2818/360':ow=547:oh=308,scale=427:240:flags=area,gblur=1.3,
    scale=854:480:flags=bicubic,format=gbrp,
    lutrgb=r='36+219*pow($high,1.1)-30*$low+70*pow($low,4)'
      :g='6+214*pow($high,1.7)+220*pow($low,1.8)'
      :b='50+40*pow($high,4)-40*$high+205*pow($low,1.1)',
    $(to_yuv 854 480)[v]" \
    -map '[v]' -map 0:a -c:v libx265 -preset medium -crf 31 -tag:v hvc1 \
    -x265-params log-level=error:frame-threads=1:info=0 -c:a aac -b:a 112k -movflags +faststart
}

# Two balls on a xylophone, each sound at the frame of its bounce: eyes and ears check the sync.
# Stored lying on its side; the display matrix turns it upright.
balls() {
  # A bounces each .75 s from the left, B each .5 s from the right; both cross the five bars in
  # four bounces.
  bar_a="(4-abs(mod(FLOOR(T/.75),8)-4))"
  bar_b="abs(mod(FLOOR(T/.5),8)-4)"
  at() { echo "$1" | sed "s/FLOOR/$2/g; s/T/$3/g"; }
  hit_a="st(0,$(at "$bar_a" floor T));st(1,exp(-5*mod(T,.75)));"
  hit_b="st(2,$(at "$bar_b" floor T));st(3,exp(-5*mod(T,.5)));"
  bars="$hit_a$hit_b st(4,min(1,eq(X,ld(0))*ld(1)+eq(X,ld(2))*ld(3)));"
  bar() { echo "$bars 255*(ld(4)+(1-ld(4))*.8*$(hue 'X/6.5' "$1"))"; }
  # A wave runs out from the last bounce of each ball; x and y are in widths of the picture.
  waves="$hit_a$hit_b st(5,(X+.5)/W);st(6,(H-Y-.5)/W);
    st(7,abs(hypot(ld(5)-.1-.2*ld(0),ld(6))-1.6*mod(T,.75)));
    st(8,abs(hypot(ld(5)-.1-.2*ld(2),ld(6))-1.6*mod(T,.5)));
    st(7,pow(ld(1),.6)*exp(-pow(ld(7)*12,2)));st(8,pow(ld(3),.6)*exp(-pow(ld(8)*12,2)));"
  sphere() {
    echo "st(0,hypot(X-55.5,Y-55.5)/55);st(1,hypot(X-37,Y-34)/76);
      min(255,$1*(1.1-.7*ld(0)*ld(0))+230*exp(-pow(ld(1)*3.2,2)))"
  }
  disc="a='255*clip((55-hypot(X-55.5,Y-55.5))+.5,0,1)'"
  tone() {
    echo "2*PI*ld(0)*$(pitch "$(pick "$(at "$1" floor t)" "$2" "$3" "$4" "$5" "$6")")"
  }
  ring_a="st(0,mod(t,.75));st(1,$(tone "$bar_a" 60 62 64 67 69));
    .34*min(1,ld(0)*800)*min(1,(.75-ld(0))*60)*exp(-5*ld(0))
      *(sin(ld(1))+.35*exp(-14*ld(0))*sin(4*ld(1)))"
  ring_b="st(0,mod(t,.5));st(1,$(tone "$bar_b" 72 74 76 79 81));
    .24*min(1,ld(0)*800)*min(1,(.5-ld(0))*60)*exp(-7*ld(0))
      *(sin(ld(1))+.3*exp(-14*ld(0))*sin(4*ld(1)))"
  pan_a="(.2+.15*$(at "$bar_a" '' t))"
  pan_b="(.2+.15*$(at "$bar_b" '' t))"
  (out=$work && write upright.mov 'Bouncing balls' -filter_complex "
    color=black:s=60x93:r=60:d=$LOOP,format=gbrp,
    geq=r='$waves min(255,24+50*Y/H+255*ld(7)+40*ld(8))'
      :g='$waves min(255,10+8*Y/H+70*ld(7)+215*ld(8))'
      :b='$waves min(255,58+60*Y/H+120*ld(7)+235*ld(8))',
    scale=480:744:flags=bicubic,pad=480:854:0:0[back];
    color=black:s=5x1:r=60:d=$LOOP,format=gbrp,
    geq=r='$(bar 0)':g='$(bar .62)':b='$(bar .3)',
    scale=480:110:flags=neighbor,drawgrid=w=96:h=110:t=8:c=0x140a2a[bars];
    color=black:s=112x112:r=60,format=gbrap,trim=end_frame=1,geq=
      r='$(sphere 255)':g='$(sphere 60)':b='$(sphere 120)':$disc,loop=-1:1:0[ball_a];
    color=black:s=112x112:r=60,format=gbrap,trim=end_frame=1,geq=
      r='$(sphere 20)':g='$(sphere 210)':b='$(sphere 235)':$disc,loop=-1:1:0[ball_b];
    [back][bars]overlay=0:744:format=gbrp:shortest=1[scene];
    [scene][ball_a]overlay=format=gbrp:shortest=1
      :x='96*($(at "$bar_a" '' t))-8':y='632-4*610*mod(t/.75,1)*(1-mod(t/.75,1))'[one];
    [one][ball_b]overlay=format=gbrp:shortest=1
      :x='96*($(at "$bar_b" '' t))-8':y='632-4*360*mod(t/.5,1)*(1-mod(t/.5,1))',
    transpose=cclock,$(to_yuv 854 480)[v];
    aevalsrc='(1.2-$pan_a)*($ring_a)+(1.2-$pan_b)*($ring_b)
      |(.2+$pan_a)*($ring_a)+(.2+$pan_b)*($ring_b)':s=44100:d=$LOOP[a]" \
    -map '[v]' -map '[a]' -c:v libx264 -preset slow -crf 25 -c:a aac -b:a 128k)
  write 04-bouncing-balls.mov 'Bouncing balls' -i "$work/upright.mov" -c copy \
    -metadata:s:v rotate=270 -movflags +faststart
}

# Conway's Game of Life with patterns whose periods divide thirty: a glider gun (30), a
# pentadecathlon (15), an octagon (5), a pulsar (3) and two toads (2). Each one plays a note when
# it begins anew, from the side it stands on.
life() {
  # The field has a margin around its view of 64 x 36 cells that no glider crosses in time.
  # Patterns by column and row of the view; the first 300 generations, 40 s, let the gun
  # fill its ray.
  awk 'function put(x, y, rows, n, i, j, r) {
      n = split(rows, r, "/")
      for (i = 1; i <= n; i++)
        for (j = 1; j <= length(r[i]); j++)
          if (substr(r[i], j, 1) == "O") cell[x + j - 1 + 16, y + i - 1 + 16] = 1
    }
    BEGIN {
      put(1, 1, "........................O/......................O.O/" \
          "............OO......OO............OO/" \
          "...........O...O....OO............OO/OO........O.....O...OO/" \
          "OO........O...O.OO....O.O/..........O.....O.......O/...........O...O/............OO")
      put(47, 7, "OOOOOOOOOO")
      put(52, 20, "...OO/..O..O/.O....O/O......O/O......O/.O....O/..O..O/...OO")
      side = "O....O.O....O/O....O.O....O/O....O.O....O/"
      put(6, 19, "..OOO...OOO//" side "..OOO...OOO//..OOO...OOO/" side "/..OOO...OOO")
      put(26, 31, ".OOO/OOO")
      put(43, 1, ".OOO/OOO")
      for (y = 0; y < 180; y++) {
        for (x = 0; x < 210; x++) printf "%s", cell[x, y] ? "O" : " "
        print ""
      }
    }' > "$work/life.txt"
  # every PERIOD NOTE GAIN FALL is a struck note every PERIOD generations,
  # of which 7.5 make a second.
  every() {
    echo "st(0,mod(t,$1/7.5));$3*min(1,ld(0)*500)*min(1,($1/7.5-ld(0))*80)*exp(-$4*ld(0))
      *(sin(2*PI*ld(0)*$(pitch "$2"))+.4*exp(-20*ld(0))*sin(6*PI*ld(0)*$(pitch "$2")))"
  }
  gun=$(every 30 38 .3 1.2)
  deca=$(every 15 "$(pick 'mod(floor(t/2),4)' 62 65 69 67)" .2 2.5)
  octagon=$(every 5 "$(pick 'mod(floor(t*1.5),4)' 74 77 81 77)" .12 6)
  pulsar=$(every 3 "$(pick 'mod(floor(t/3),4)' 50 50 53 48)" .2 9)
  toad=$(every 2 93 .03 30)
  sound "1*($gun)+.5*($deca)+.4*($octagon)+1.1*($pulsar)+.7*($toad)" \
    "1*($gun)+1*($deca)+1.1*($octagon)+.5*($pulsar)+1*($toad)" 'aecho=.9:.8:300|450:.3|.15'
  write 05-game-of-life.webm 'Game of Life' -i "$work/sound.wav" -filter_complex "
    life=f=$work/life.txt:s=210x180:r=15/2:stitch=0:mold=20
      :life_color=white:death_color=0x909090:mold_color=black,
    crop=64:36:16:16,format=gbrp,fps=30,lagfun=decay=.93,
    trim=40:$((40 + LOOP)),setpts=PTS-STARTPTS,scale=1280:720:flags=neighbor,split[cells][light];
    [light]scale=320:180:flags=area,gblur=5,scale=1280:720:flags=bicubic,
    lutrgb=r='val*1.2':g='val*1.2':b='val*1.2'[glow];
    [cells]drawgrid=w=20:h=20:t=3:c=black,format=gbrp[grid];
    [grid][glow]blend=all_mode=screen[lit];
    $(still 64 36 "$(hue '.12-X/85+Y/150' 0)+.2" "$(hue '.12-X/85+Y/150' .33)+.2" \
      "$(hue '.12-X/85+Y/150' .66)+.2"),scale=1280:720:flags=bicubic[tint];
    [lit][tint]blend=all_mode=multiply:shortest=1,
    lutrgb=r='max(val,10)':g='max(val,6)':b='max(val,26)',$(to_yuv 1280 720)[v]" \
    -map '[v]' -map 0:a -c:v libvpx-vp9 -crf 40 -b:v 0 -g 120 -cpu-used 4 -row-mt 1 -threads 2 \
    -c:a libopus -b:a 96k
}

# Six drops of wax in a lava lamp, each a voice of the chord that swells as the drop rises.
lava() {
  # A metaball each: its turns of phase across and up, its size in widths, its note.
  wax='st(1,(X+.5)/W);st(2,(Y+.5)/W);st(9,2*PI*T/12);st(0,0)'
  left=0
  right=0
  for drop in '0 .1 .24 45' '.22 .37 .2 52' '.45 .58 .22 57' '.63 .8 .17 61' '.86 .23 .18 64' \
    '.3 .95 .15 69'; do
    # shellcheck disable=SC2086 # Four words.
    set -- $drop
    wax="$wax;st(3,ld(1)-.5-.3*sin(ld(9)+2*PI*$1));st(4,ld(2)-.89+.74*cos(ld(9)+2*PI*$2));
      st(0,ld(0)+$3*$3/(ld(3)*ld(3)+ld(4)*ld(4)+.002))"
    # A whole number of cycles in the round keeps the voice seamless.
    voice="pow(.5+.5*cos(2*PI*(t/12+$2)),2)*sin(2*PI*t*round(12*$(pitch "$4"))/12
      +sin(2*PI*t*round(6*$(pitch "$4"))/12)+.5*sin(2*PI*t*(5+$4/12)))"
    left="$left+(.5-.4*sin(2*PI*(t/12+$1)))*$voice"
    right="$right+(.5+.4*sin(2*PI*(t/12+$1)))*$voice"
  done
  # Below v = 1/8 is the liquid, above it the wax: rose over violet, mixed upwards to yellow over
  # teal.
  edge='clip((v-.125)*180+.5,0,1)'
  glow='clip(v*8,0,1)'
  core='pow(clip((v-.125)/.8,0,1),.6)'
  two() { echo "($edge)*($1)+(1-$edge)*($2)"; }
  sound ".22*($left)" ".22*($right)" 'aecho=.9:.8:500|750:.3|.2'
  write 06-lava-lamp.webm 'Lava lamp' -i "$work/sound.wav" -filter_complex "
    $(field 96 171 30 "$wax;st(0,ld(0)/8)"),scale=480:854:flags=bicubic,split[one][two];
    [one]$(paint "$(two ".85+.15*$core" ".22+.55*$glow*$glow")" \
      "$(two ".04+.42*$core" ".03*$glow")" \
      "$(two ".36-.2*$core" ".34+.12*$glow")")[bottom];
    [two]$(paint "$(two 1 ".02+.45*$glow*$glow*$glow")" "$(two ".58+.42*$core" ".22+.1*$glow")" \
      "$(two ".02+.5*$core*$core" ".42+.1*$glow")")[top];
    $(still 4 64 '(Y-8)/48' '(Y-8)/48' '(Y-8)/48'),scale=480:854:flags=bicubic[height];
    [top][bottom][height]maskedmerge,trim=end=$LOOP,$(to_yuv 480 854)[v]" \
    -map '[v]' -map 0:a -c:v libsvtav1 -preset 8 -crf 38 -g 120 \
    -c:a libopus -b:a 96k
}

# Sound that draws: left moves the beam across, right up and down. Two tones turn against each
# other; their interval decides the number of petals.
spirograph() {
  # Twelve seconds of octave, fifth, fourth, third, sixth and fifth: 3, 5, 7, 9, 8 and 5 petals.
  low=$(pick 'st(5,floor(mod(t,12)/2))' 1 2 3 4 3 2)
  high=$(pick 'ld(5)' 2 3 4 5 5 3)
  base=$(pick 'ld(5)' 110 73.3333 55 44 44 55)
  beam() {
    echo "st(0,$low);st(1,$high);st(2,2*PI*$base*t);st(3,mod(t,2));
      min(1,min(ld(3)*8,(2-ld(3))*8))*((.42+.1*sin(PI*t))*$1(ld(0)*ld(2))
      $2(.42-.1*sin(PI*t))*$1(ld(1)*ld(2)+PI*t))"
  }
  sound ".14*($(beam cos +))" ".14*($(beam sin -))"
  write 07-spirograph.ogv Spirograph -stream_loop 1 -i "$work/sound.wav" -i "$work/sound.wav" \
    -filter_complex "
    [0:a]volume=7,avectorscope=s=240x240:r=30:mode=lissajous_xy:draw=line:rc=255:gc=255:bc=255
      :rf=25:gf=25:bf=25,trim=$LOOP:$((2 * LOOP)),setpts=PTS-STARTPTS,format=gbrp,
    gblur=1.2,lutrgb=r='val*2':g='val*2':b='val*2',split[line][light];
    [light]gblur=6,lutrgb=r='val*1.4':g='val*1.4':b='val*1.4'[glow];
    [line][glow]blend=all_mode=screen[lit];
    color=black:s=60x60:r=30:d=$LOOP,format=gbrp,
    geq=r='220*$(hue 'hypot(X-30,Y-30)/50-T/6' 0)+35'
      :g='220*$(hue 'hypot(X-30,Y-30)/50-T/6' .36)+35'
      :b='220*$(hue 'hypot(X-30,Y-30)/50-T/6' .66)+35',scale=240:240:flags=bicubic[tint];
    [lit][tint]blend=all_mode=multiply,$(to_yuv 480 480)[v]" \
    -map '[v]' -map 1:a -c:v libtheora -b:v 550k -g 60 -c:a libvorbis -q:a 4
}

# A small piece in D minor, its notes plotted by a constant-Q transform as they sound.
spectrum() {
  bass=$(pick 'mod(floor(t/2),6)' 38 34 41 36 43 45)
  melody=$(pick 'mod(floor(t/.25),48)' \
    74 74 77 77 81 81 79 77 74 74 70 70 77 77 76 74 72 72 77 77 81 81 84 81 \
    79 79 76 76 72 72 76 79 82 82 79 79 74 74 79 82 81 81 81 79 76 76 73 73)
  # Each chord by its degrees over the bass: minor or major third, fifth, octave.
  third=$(pick 'mod(floor(t/2),6)' 15 16 16 16 15 16)
  arp=$(pick 'mod(floor(t/.125),8)' 12 "$third" 19 24 "$third+12" 24 19 "$third")
  string() { # string STEP NOTE GAIN FALL: a plucked string, its harmonics dying one by one
    echo "st(0,mod(t,$1));st(1,2*PI*ld(0)*$(pitch "$2"));
      $3*min(1,ld(0)*200)*min(1,($1-ld(0))*60)*exp(-$4*ld(0))
      *(sin(ld(1))+.5*exp(-4*ld(0))*sin(2*ld(1))
      +.3*exp(-7*ld(0))*sin(3*ld(1)))"
  }
  low=$(string 1 "$bass" .34 1.5)
  mid=$(string .125 "$bass+$arp" .13 8)
  high=$(string .25 "$melody" .2 4)
  sound "($low)+.8*($mid)+($high)" "($low)+1.2*($mid)+.9*($high)" \
    'aecho=.9:.85:375|500:.25|.15'
  write 08-spectrum.avi Spectrum -stream_loop 1 -i "$work/sound.wav" -i "$work/sound.wav" \
    -filter_complex "
    [0:a]showcqt=s=320x180:fps=30:axis=0:bar_h=84:sono_h=96:axis_h=0:basefreq=61.7:endfreq=1480
      :count=2:timeclamp=.15:attack=.033:bar_g=2:sono_g=3:sono_v='30*b_weighting(f)'
      :bar_v='38*b_weighting(f)':cscheme=1|1|1|1|1|1,
    trim=$LOOP:$((2 * LOOP)),setpts=PTS-STARTPTS,format=gbrp[lit];
    $(still 80 45 "$(hue '.95+X/90' 0)+.2" "$(hue '.95+X/90' .64)+.2" "$(hue '.95+X/90' .33)+.3"),
    scale=320:180:flags=bicubic[tint];
    [lit][tint]blend=all_mode=multiply:shortest=1,$(to_yuv 640 360 bicubic)[v]" \
    -map '[v]' -map 1:a -c:v mpeg4 -q:v 8 -g 60 -vtag XVID -c:a libmp3lame -b:a 128k
}

# Pascal's triangle modulo two scrolls by; the row at the bright line sounds, its pitch the number
# of ones in the binary digits of its number.
pascal() {
  # Rows 0…15 and again; five rows and a third a second make four triangles a round. A number's
  # oddness is Lucas' theorem: C(n, k) is odd where k and n - k share no binary digit.
  cells='st(1,(Y+.5)/H*30-10+T*16/3);st(2,floor(ld(1)));st(3,mod(ld(2)+320,16));
    st(4,(X+.5)/W*17-8.5+ld(3)/2+.5);st(5,floor(ld(4)));
    st(0,if(between(ld(5),0,ld(3)),not(bitand(ld(5),ld(3)-ld(5)))
      *clip((.47-abs(ld(4)-ld(5)-.5))*9,0,1)*clip((.47-abs(ld(1)-ld(2)-.5))*9,0,1),0))'
  row='st(1,floor((Y+.5)/H*30-10+T*16/3));st(2,mod(ld(1)+320,16));
    st(3,eq(ld(1),floor(T*16/3))*exp(-1.5*mod(T*16/3,1)));'
  tint() { echo "$row 255*clip($(hue 'ld(2)/16+T/12' "$1")+.12+.7*ld(3),0,1)"; }
  back() { echo "$row 255*clip($1+.1*$(hue 'ld(2)/16+T/12+.5' "$2")+.22*ld(3),0,1)"; }
  ones=0
  for bit in 1 2 4 8; do ones="$ones+gt(bitand(ld(1),$bit),0)"; done
  tune="st(1,mod(floor(t*16/3),16));st(2,$(pick "($ones)" 57 60 64 69 76));st(0,mod(t,3/16));
    st(3,2*PI*ld(0)*$(pitch 'ld(2)'));
    .3*min(1,ld(0)*400)*min(1,(3/16-ld(0))*80)*exp(-8*ld(0))
      *(sin(ld(3))+.5*exp(-12*ld(0))*sin(3*ld(3)))"
  drone="st(0,mod(t,1.5));
    st(2,2*PI*ld(0)*$(pitch "$(pick 'mod(floor(t/1.5),4)' 33 33 36 31)"));
    .3*min(1,ld(0)*100)*min(1,(1.5-ld(0))*30)*exp(-1.5*ld(0))
      *(sin(ld(2))+.4*sin(2*ld(2))+.2*sin(3*ld(2)))"
  sound "($tune)+($drone)" "($tune)+($drone)" 'aecho=.9:.85:281|375:.35|.2'
  write 09-pascal-triangle.webm "Pascal's triangle" -i "$work/sound.wav" -filter_complex "
    $(field 160 285 24 "$cells"),scale=480:854:flags=bicubic,
    mergeplanes=0x000000:gbrp16le,format=gbrp[mask];
    color=black:s=2x285:r=24:d=$LOOP,format=gbrp,
    geq=r='$(back .04 0)':g='$(back .02 .62)':b='$(back .12 .36)',scale=480:854:flags=bicubic[back];
    color=black:s=2x285:r=24:d=$LOOP,format=gbrp,
    geq=r='$(tint 0)':g='$(tint .62)':b='$(tint .36)',scale=480:854:flags=bicubic[tint];
    [back][tint][mask]maskedmerge,$(to_yuv 480 854)[v]" \
    -map '[v]' -map 0:a -c:v libvpx -crf 30 -b:v 450k -g 96 -cpu-used 2 -threads 1 \
    -c:a libvorbis -q:a 4
}

# A flight through a chequered tunnel, a drum for each ring that passes.
tunnel() {
  # u counts rings, v turns; the eye sways on a small circle.
  walls='st(0,(X-W/2+.5)/H-.18*sin(2*PI*T/6));st(1,(Y-H/2+.5)/H-.12*cos(2*PI*T/6));
    st(2,hypot(ld(0),ld(1))+.004);st(3,.42/ld(2)+2*T);
    st(4,atan2(ld(1),ld(0))/2/PI+T/12+.12*sin(.21/ld(2)+2*PI*T/12));
    st(5,clip(.5+2.4*sin(PI*ld(3))*sin(2*PI*5*ld(4))/max(.25,.12/ld(2)),0,1));
    st(6,min(1,ld(2)*2.1)*(.8+.5*exp(-6*mod(T,.5))));'
  tile() {
    echo "$walls 255*clip(ld(6)*(ld(5)*$(hue 'ld(3)/12+ld(4)' "$1")
      +(1-ld(5))*.45*$(hue 'ld(3)/12+ld(4)+.45' "$1"))+$2*exp(-9*ld(2)),0,1)"
  }
  kick='st(0,mod(t,.5));
    .55*min(1,ld(0)*400)*exp(-9*ld(0))*sin(2*PI*(48*ld(0)+4*(1-exp(-30*ld(0)))))'
  hat='st(0,mod(t+.25,.5));
    .12*min(1,ld(0)*900)*exp(-45*ld(0))*(sin(t*91000)+sin(t*57000+3*sin(t*77000)))'
  line=$(pick 'mod(floor(t/.25),16)' 45 57 45 52 45 57 48 50 41 53 41 48 43 55 43 50)
  bass="st(0,mod(t,.25));st(1,2*PI*ld(0)*$(pitch "$line"));
    .26*min(1,ld(0)*300)*min(1,(.25-ld(0))*80)*exp(-4*ld(0))
      *(sin(ld(1))+.6*sin(2*ld(1)+.5)*exp(-6*ld(0))
      +.4*sin(3*ld(1))*exp(-9*ld(0)))"
  wind="st(0,2*PI*t);
    .05*(sin(ld(0)*220+5*sin(ld(0)/3))+sin(ld(0)*330+4*sin(ld(0)/6)))*(.6+.4*sin(ld(0)/6))"
  sound "($kick)+($hat)+($bass)+($wind)" "($kick)+.7*($hat)+($bass)+($wind)" 'aecho=.9:.9:375:.18'
  write 10-tunnel.mp4 Tunnel -i "$work/sound.wav" -filter_complex "
    color=black:s=178x100:r=30:d=$LOOP,format=gbrp,
    geq=r='$(tile 0 .25)':g='$(tile .36 .22)':b='$(tile .66 .3)',$(to_yuv 854 480)[v]" \
    -map '[v]' -map 0:a -c:v libx264 -preset slow -crf 30 -c:a aac -b:a 112k -movflags +faststart
}

# A film: a camera that stands still over a harbour at night for four minutes. Five times something
# happens, and has a sound; in between no pixel changes. What happens is light, drawn small and
# added to the one still picture, or a ship before it.
harbour() {
  length=240
  # channel N TEXT takes red (1), green (2) or blue (3) of the colours <red|green|blue> in TEXT.
  channel() { echo "$2" | sed "s/<\([^|>]*\)|\([^|>]*\)|\([^|>]*\)>/(\\$1)/g"; }
  # colours TEXT is the three expressions of geq for TEXT, 0…255.
  colours() {
    for plane in r:1 g:2 b:3; do
      printf "%s='clip(%s,0,255)':" "${plane%:*}" "$(channel "${plane#*:}" "$1")"
    done
  }
  # picture WIDTH HEIGHT TEXT ALPHA FILE draws at twice the size: smooth edges.
  picture() {
    ff -f lavfi -i "color=black:s=$((2 * $1))x$((2 * $2)):d=1,format=gbrap,trim=end_frame=1,
      geq=$(colours "$3")a='255*clip($(channel 1 "$4"),0,1)',scale=$1:$2:flags=bilinear" "$5"
  }
  # light WIDTH SECONDS TEXT [WHEN] is a source; when WHEN is 0, it is black.
  light() {
    echo "color=black:s=$1x$(($1 * 9 / 16)):r=20:d=$2,format=gbrp,
      geq=$(colours "$3")enable='${4:-1}',scale=384:216:flags=bicubic"
  }
  # The water, from 130 pixels down, mirrors what is above: registers 0 and 1 have x and y, 2 how
  # far down in the water; `dim` is how bright. The argument is the size of a pixel.
  mirror() {
    echo "st(0,(X+.5)*$1);st(1,(Y+.5)*$1);st(2,max(0,ld(1)-130));if(ld(2),st(1,130-1.5*ld(2));
      st(0,ld(0)+ld(2)/16*sin(24*log(1+ld(2)/20))));"
  }
  dim='if(ld(2),.58-.0038*ld(2),1)'
  chance() { echo "mod(abs(sin($1)*43758.5453),1)"; }
  # put WHERE COLOUR draws over what is there: register 9 has the colour, 8 whether it is in front
  # of the sky.
  put() { scene="$scene if($1,st(8,1);st(9,$2));"; }

  # The sky with a star in each field of 32 x 26 pixels, and the moon.
  scene="$(mirror .5) st(8,0);
    st(9,<8+80*pow(ld(1)/130,2.4)|12+36*pow(ld(1)/130,2)|46+84*ld(1)/130>);
    st(3,floor(ld(0)/32)*12.9898+floor(ld(1)/26)*78.233);
    st(4,hypot(mod(ld(0),32)-4-24*$(chance 'ld(3)'),mod(ld(1),26)-4-18*$(chance 'ld(3)+1')));
    if(ld(2),0,st(9,ld(9)+(90+160*$(chance 'ld(3)+2'))*exp(-ld(4)*ld(4)/1.8)
      *clip(1.3-ld(1)/85,0,1)));
    st(4,hypot(ld(0)-214,ld(1)-36));st(9,ld(9)+<70|64|40>*exp(-max(0,ld(4)-15)/16));
    st(4,clip(17.5-ld(4),0,1));st(9,ld(9)*(1-ld(4))+ld(4)*<255|238|190>);"
  put 'gt(ld(1),119+4*sin(ld(0)/23)+3*sin(ld(0)/9))' '<30|20|66>'
  # Houses: left side, width, eaves, ridge.
  for house in '0 28 86 68 <44|22|50>' '28 42 69 45 <24|32|68>' '70 28 94 76 <56|26|44>' \
    '98 42 77 53 <34|24|64>' '140 28 100 84 <26|36|62>'; do
    # shellcheck disable=SC2086 # Five words.
    set -- $house
    put "between(ld(0),$1,$1+$2)*gt(ld(1),$4+abs(ld(0)-$1-$2/2)*($3-$4)*2/$2)" "
      if(lt(ld(1),$3)+gt(abs(ld(0)-$1-$2/2),$2/2-1),<20|12|32>,
        if(between(mod(ld(0)-$1,14),3,11)*between(mod(ld(1)-$3,17),5,14)*lt(ld(1),121)
          *gt($(chance "floor((ld(0)-$1)/14)*40.31+floor((ld(1)-$3)/17)*68.77+$1"),.4),
          <255|188|72>,$5))"
  done
  put 'lt(ld(0),176)*gt(ld(1),124)' '<14|10|26>'
  # The lighthouse on its rock.
  put 'gt(ld(1),130-20*sqrt(max(0,1-pow((ld(0)-312)/54,2))))' '<14|10|26>'
  put 'between(ld(1),50,116)*lt(abs(ld(0)-312),7+(ld(1)-50)/14)' \
    'if(mod(floor((ld(1)-50)/13.2),2),<176|36|52>,<176|170|190>)'
  put 'between(ld(1),46,50)*lt(abs(ld(0)-312),11)
    +between(ld(1),26,34)*lt(abs(ld(0)-312),ld(1)-25)' '<40|22|44>'
  put 'between(ld(1),34,46)*lt(abs(ld(0)-312),6)' '<255|206|90>'
  picture 384 216 "$scene ld(9)*$dim+if(ld(2),<2|6|16>,0)" "$scene 1-ld(8)" "$work/scene.png"

  # The ship, mirrored from its line of 64 pixels down.
  scene='st(0,(X+.5)/2);st(1,(Y+.5)/2);st(2,max(0,ld(1)-64));st(8,0);st(9,0);
    if(ld(2),st(1,64-1.6*ld(2));st(0,ld(0)+1.5*sin(ld(2)*1.1)));'
  put 'between(ld(0),58,80)*between(ld(1),2,16)' 'if(lt(ld(1),7),<16|14|30>,<220|40|40>)'
  put 'between(ld(0),149,152)*between(ld(1),8,42)' '<90|84|110>'
  put 'lt(hypot(ld(0)-150.5,ld(1)-7),3.2)' '<90|255|150>'
  put 'between(ld(0),40,116)*between(ld(1),14,27)+between(ld(0),26,134)*between(ld(1),26,41)' \
    '<150|150|176>'
  put 'between(ld(0),44,112)*between(ld(1),17,23)*lt(mod(ld(0)-44,11),7)
    +between(ld(0),31,130)*between(ld(1),30,37)*lt(mod(ld(0)-31,13),8)' '<255|214|96>'
  put 'between(ld(1),40,64)*between(ld(0),4+(ld(1)-40)*.3,198-(ld(1)-40)*1.1)' \
    'if(gt(ld(1),57),<150|26|40>,<30|44|96>)'
  put 'lt(hypot(mod(ld(0),15)-7.5,ld(1)-49),3.4)*between(ld(0),15,180)' '<255|224|120>'
  picture 200 100 "$scene ld(9)*if(ld(2),.7,1)" "$scene ld(8)*if(ld(2),.5-.011*ld(2),1)" \
    "$work/ship.png"
  # Two blasts of its horn over the engine.
  horn=0
  for part in 1 2 3 4 5 6; do
    horn="$horn+(sin(2*PI*92*$part*t)+sin(2*PI*116.3*$part*t))/$part"
  done
  horn=".14*(clip((t-.8)*7,0,1)*clip((2.8-t)*5,0,1)+clip((t-3.5)*7,0,1)*clip((6.4-t)*4,0,1))*($horn)
    +.16*sin(PI*t/7.3)*(.6+.4*sin(2*PI*4*t))*(sin(2*PI*58*t)+.6*sin(2*PI*116*t+sin(2*PI*29*t)))"

  # Rockets: the second they burst, where, how wide, which colour. Register 3 has the time since
  # then, 6 the distance, 4 the nearest of 16 sparks, 5 how far beside it.
  noise='st(0,2*mod(abs(sin(n*12.9898)*43758.5453),1)-1);'
  rockets=0
  bangs=0
  for rocket in '.9 120 44 46 <255|70|60>' '1.7 262 34 42 <80|255|110>' \
    '2.6 190 50 58 <255|200|70>' '3.5 84 30 44 <110|150|255>' '4.1 288 52 44 <255|90|220>' \
    '5 160 38 52 <90|240|255>' '5.5 236 46 56 <255|160|60>'; do
    # shellcheck disable=SC2086 # Five words.
    set -- $rocket
    rockets="st(7,$rockets);st(3,T-$1);ld(7)+if(between(ld(3),-.8,2.5),st(4,ld(0)-$2);
      if(lt(ld(3),0),if(lt(abs(ld(4)),8),
        255*exp(-(pow(ld(4),2)+pow((ld(1)-$3+(130-$3)*ld(3)/.8)/(2+ld(3)*2),2))/6)),
      st(5,ld(1)-$3-7*ld(3)*ld(3));st(6,hypot(ld(4),ld(5)));st(8,$4*(1-exp(-3.2*ld(3))));
      min(1,(2.5-ld(3))/1.2)*($5*.7*exp(-2.5*ld(3))*pow(max(0,1-ld(6)/150),2)
        +if(lt(ld(6),ld(8)+4),
          200*exp(-9*ld(3))*exp(-ld(6)*ld(6)/300)+
          st(5,atan2(ld(5),ld(4))*8/PI);st(4,round(ld(5)));
          st(5,ld(6)*sin((ld(5)-ld(4))*PI/8));st(8,ld(8)*(1-.3*mod(abs(ld(4)),2)));
          (1.15*$5+140*exp(-4*ld(3)))*exp(-ld(5)*ld(5)/8)*clip((ld(6)/ld(8)-.4)/.5,0,1)
            *clip((ld(8)+3-ld(6))/4,0,1)))))"
    bangs="st(7,$bangs);st(1,t-$1);
      ld(7)+if(between(ld(1),-.8,0),.06*sin(PI*(ld(1)+.8)/.8)*sin(2*PI*(1900+500*ld(1))*ld(1)),
      if(between(ld(1),0,2.4),
        exp(-6*ld(1))*(.6*sin(2*PI*(46*ld(1)+3*(1-exp(-25*ld(1)))))+.4*ld(0))
        +.25*ld(0)*min(1,ld(1)*3)*min(1,2.4-ld(1))*exp(-160*mod(t,1/70))
          *gt($(chance "floor(t*70)*$1"),.82)))"
  done

  # Strikes of lightning: their second, where, which shape; each flashes twice.
  clouds="clip(1.1-ld(1)/90+.28*sin(ld(0)/31+1.5*sin(ld(1)/19))
    +.2*sin(ld(0)/13+ld(1)/9+2*sin(ld(0)/43))+.16*sin(ld(1)/6-ld(0)/21),0,1)"
  lightning=0
  flash=0
  thunder=0
  for strike in '.3 196 .3' '1.9 92 1.1' '3.3 250 2.6' '4.6 150 4.2'; do
    # shellcheck disable=SC2086 # Three words.
    set -- $strike
    flash="$flash+between(t-$1,0,.04)+between(t-$1,.3,.34)"
    lightning="$lightning+if(between(T-$1,0,.34),
      st(5,ld(0)-$2-46*(abs(mod(ld(1)/58+$3,2)-1)-.5)-22*(abs(mod(ld(1)/17+2*$3,2)-1)-.5)
        -9*(abs(mod(ld(1)/7+$3,2)-1)-.5));
      st(6,ld(5)-(ld(1)-52)*.8*(gt($3,2)*2-1));
      300*(exp(-ld(5)*ld(5)/6)+gt(ld(1),52)*.8*exp(-ld(6)*ld(6)/4)*clip((112-ld(1))/30,0,1))
      +<130|110|230>*(.6*exp(-abs(ld(5))/26)+$clouds*(.25+exp(-pow((ld(0)-$2)/150,2)))))"
    thunder="$thunder+if(gt(t,$1),st(1,t-$1);
      min(1,ld(1)*30)*(exp(-8*ld(1))+.5*exp(-1.3*ld(1))*(.6+.4*sin(11*t+$3)*sin(17*t))))"
  done

  # The comet: register 5 is how far before its head, 6 beside its path, 3 behind.
  comet="st(3,ld(0)+70-96*T);st(4,ld(1)-8-17*T);st(5,.985*ld(3)+.174*ld(4));
    st(6,.985*ld(4)-.174*ld(3));st(3,max(0,-ld(5)));
    380*exp(-(ld(5)*ld(5)+ld(6)*ld(6))/80)+<60|210|255>*exp(-hypot(ld(5),ld(6))/18)
      +lt(ld(5),0)*(<90|255|210>*1.1*exp(-ld(3)/85)*exp(-pow(ld(6)/(4+ld(3)*.05),2))
      +<190|70|255>*.85*exp(-ld(3)/120)*exp(-pow((ld(6)-2)/(6+ld(3)*.11),2)))"
  # A bell falls by a whole-tone scale, a long whistle with it.
  chime="st(0,mod(t,.2));st(1,2*PI*$(pitch '104-2*floor(t/.4)+7*mod(floor(t/.2),2)'));
    sin(PI*t/6.2)*(.32*min(1,ld(0)*200)*min(1,(.2-ld(0))*50)*exp(-6*ld(0))
      *(sin(ld(1)*t)+.3*sin(2.76*ld(1)*t))
      +.07*sin(2*PI*(1500*t-95*t*t)+3*sin(2*PI*6*t)))"

  # Two beams, opposite each other, turn in 3.6 seconds; a bell strikes when one dazzles.
  beam="st(9,2*PI*(T-.4)/3.6);st(3,ld(0)-312);st(4,ld(1)-40);st(5,hypot(ld(3),ld(4)));
    st(6,cos(ld(9)));st(7,.42*sin(ld(9)));st(8,hypot(ld(6),ld(7)));
    st(3,abs(ld(3)*ld(7)-ld(4)*ld(6))/ld(8));
    clip(min(T,7.5-T)*1.6,0,1)*(<255|232|150>*exp(-pow(ld(3)/(2+ld(5)*.13),2))
      *(.35+.65*exp(-ld(5)/150))*(.45+.55*ld(8))
      +<255|240|190>*(exp(-ld(5)/12)+pow(max(0,sin(ld(9))),14)*1.2*exp(-ld(5)/60)))"
  bell='st(0,mod(t+2.3,3.6));st(1,2*PI*523*ld(0));min(1,t*2)*min(1,(7.6-t)*2)*(
    .3*gt(t,1.3)*min(1,ld(0)*400)*exp(-1.4*ld(0))*(sin(ld(1))+.6*sin(.5*ld(1))
      +.5*exp(-ld(0))*sin(1.19*ld(1))+.4*exp(-2*ld(0))*sin(2*ld(1))
      +.3*exp(-4*ld(0))*sin(2.74*ld(1)))
    +.07*(.6+.4*cos(2*PI*(t-1.3)/3.6))*(sin(2*PI*98*t)+.5*sin(2*PI*196*t+sin(2*PI*49*t))))'

  # tone SECONDS EXPRESSION START FILTERS is a sound that starts at second START.
  tone() { echo "aevalsrc='$2':s=24000:d=$1,$4,adelay=$(($3 * 1000))"; }
  ff -filter_complex "
    $(tone 7.3 "$horn" 20 'aecho=.9:.8:410|770:.25|.12')[a];
    $(tone 8 "$noise$bangs" 65 'lowpass=f=5000,aecho=.9:.8:230|410:.3|.2')[b];
    $(tone 6.4 "$noise 5*ld(0)*min(1,(6.4-t)*2)*($thunder)" 110 'lowpass=f=260:p=1')[c];
    $(tone 6.2 "$chime" 155 'aecho=.9:.8:300|450:.4|.25')[d];
    $(tone 7.6 "$bell" 200 'aecho=.9:.8:350:.2')[e];
    [a][b][c][d][e]amix=inputs=5:normalize=0,alimiter=limit=.8:level=0,apad,atrim=0:$length" \
    -fflags +bitexact "$work/sound.wav"

  # Chapters begin two seconds before what they are named after, but the first one of an MP4 at 0.
  # `write` drops their titles with all metadata, so each is an argument.
  printf ';FFMETADATA1\n' > "$work/chapters.txt"
  set --
  number=0
  for chapter in '0 18 Night' '18 63 A ship' '63 108 Fireworks' '108 153 Lightning' \
    '153 198 A comet' "198 $length The lighthouse"; do
    title=${chapter#* }
    printf '[CHAPTER]\nTIMEBASE=1/1\nSTART=%d\nEND=%d\n' "${chapter%% *}" "${title%% *}" \
      >> "$work/chapters.txt"
    set -- "$@" "-metadata:c:$number" "title=${title#* }"
    number=$((number + 1))
  done

  # on START adds light to the still picture, from second START on.
  on() { echo "blend=all_mode=screen:shortest=1,$(to_yuv 384 216),setpts=PTS+$1/TB"; }
  behind='blend=all_mode=multiply:shortest=1'
  # A constant quantiser, much finer in keyframes: what follows a keyframe has nothing to mend.
  write 11-harbour.mp4 Harbour -i "$work/sound.wav" -i "$work/chapters.txt" \
    -framerate 20 -i "$work/scene.png" -framerate 20 -i "$work/ship.png" -filter_complex "
    [2:v]format=gbrp,split[once][picture];
    [once]$(to_yuv 384 216),loop=-1:1:0,trim=end=$length[still];
    [picture]loop=-1:1:0,split=5[p1][p2][p3][p4][p5];
    [2:v]alphaextract,format=gbrp,loop=-1:1:0,split=3[sky2][sky3][sky4];
    [3:v]loop=-1:1:0[ship];
    [p1]trim=end=7.3[sea];[sea][ship]overlay=format=gbrp:x='4*n-200':y=112:shortest=1,
    $(to_yuv 384 216),setpts=PTS+20/TB[e1];
    $(light 160 8 "$(mirror 2.4) ($rockets)*$dim")[l2];[l2][sky2]$behind[b2];[b2][p2]$(on 65)[e2];
    $(light 384 6.4 "$(mirror 1) ($lightning)*$dim" "$flash"),lagfun=decay=.87[l3];
    [l3][sky3]$behind[b3];[b3][p3]$(on 110)[e3];
    $(light 128 6.2 "$(mirror 3) ($comet)*$dim")[l4];[l4][sky4]$behind[b4];[b4][p4]$(on 155)[e4];
    $(light 128 7.6 "$(mirror 3) ($beam)*$dim")[l5];[l5][p5]$(on 200)[e5];
    [still][e1]overlay=eof_action=pass[s1];[s1][e2]overlay=eof_action=pass[s2];
    [s2][e3]overlay=eof_action=pass[s3];[s3][e4]overlay=eof_action=pass[s4];
    [s4][e5]overlay=eof_action=pass[v]" \
    -map '[v]' -map 0:a -map_chapters 1 "$@" -c:v libx264 -preset slow -qp 34 -g 50 -bf 0 \
    -sc_threshold 0 -threads 2 -x264-params ipratio=2:psy=0:weightp=0 \
    -c:a libopus -b:a 20k -vbr constrained -frame_duration 120 -movflags +faststart
}

for clip in ${*:-$CLIPS}; do
  case " $CLIPS " in
    *" $clip "*) "$clip" ;;
    *) die "no such clip: $clip (there are: $CLIPS)" ;;
  esac
done
